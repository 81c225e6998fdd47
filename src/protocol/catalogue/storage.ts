export const storageTexts = {
  'storage.disk_full': {
    en: 'The disk that holds {path} is full. Free some space and try again; nothing that was accepted is lost.',
    zh: '{path} 所在的磁盘已满。请释放一些空间后重试；已接收的内容不会丢失。',
  },
  'storage.not_permitted': {
    en: '{path} cannot be read or written. Give your user the right to do so, or choose another data folder.',
    zh: '无法读写 {path}。请为当前用户授予读写权限，或改用其他数据目录。',
  },
  'storage.io_failed': {
    en: 'The operating system could not read or write {path}. Check the disk, then try again.',
    zh: '操作系统无法读写 {path}。请检查磁盘后重试。',
  },
  'storage.not_a_folder': {
    en: '{path} is in the way: a data folder is needed there. Move the file, or choose another data folder.',
    zh: '{path} 处需要一个数据目录，但那里已有一个文件。请移走该文件，或改用其他数据目录。',
  },
  'storage.moved': {
    en: 'The database {path} was moved or deleted while Echo Agent was using it. Put it back, or restart Echo Agent.',
    zh: '数据库 {path} 在使用过程中被移动或删除。请将其放回原处，或重新启动 Echo Agent。',
  },
  'storage.locked': {
    en: 'Another Echo Agent (process {pid}) is using the data folder {path}. Stop it first, or choose another data folder.',
    zh: '另一个 Echo Agent（进程 {pid}）正在使用数据目录 {path}。请先停止它，或改用其他数据目录。',
  },
  'storage.locked_elsewhere': {
    en: 'Another Echo Agent is using the data folder {path}. Stop it first, or choose another data folder.',
    zh: '另一个 Echo Agent 正在使用数据目录 {path}。请先停止它，或改用其他数据目录。',
  },
  'storage.file_busy': {
    en: 'Another program holds the database {path}. Close it, then try again.',
    zh: '另一个程序占用了数据库 {path}。请关闭该程序后重试。',
  },
  'storage.read_only': {
    en: 'The data folder was opened for reading only.',
    zh: '数据目录以只读方式打开。',
  },
  'storage.closed': {
    en: 'Echo Agent is stopping and takes nothing more.',
    zh: 'Echo Agent 正在停止，不再接收新内容。',
  },
  'storage.nothing_there': {
    en: 'There is no Echo Agent data in {path} yet. Start Echo Agent once, or check the path.',
    zh: '{path} 中还没有 Echo Agent 的数据。请先启动一次 Echo Agent，或检查路径是否正确。',
  },
  'storage.too_new': {
    en: '{path} was written by a newer Echo Agent (format {found}; this one knows {known}). Update Echo Agent; nothing was changed.',
    zh: '{path} 由更新版本的 Echo Agent 写入（格式 {found}，本程序支持到 {known}）。请升级 Echo Agent；未做任何改动。',
  },
  'storage.too_old': {
    en: '{path} is of an older format. Start Echo Agent once so that it can bring it up to date.',
    zh: '{path} 的格式较旧。请启动一次 Echo Agent 以完成更新。',
  },
  'storage.migration_failed': {
    en: '{path} could not be brought up to date and was left as it was. A copy is in {backup}.',
    zh: '{path} 更新失败，原有数据保持不变。副本保存在 {backup}。',
  },
  'storage.too_large': {
    en: 'That is too large to store.',
    zh: '内容过大，无法存储。',
  },
  'storage.file_damaged': {
    en: 'The database {path} is damaged. Restart Echo Agent: it sets the file aside and keeps everything that can still be read.',
    zh: '数据库 {path} 已损坏。请重新启动 Echo Agent：它会将该文件移到一旁，并保留所有仍可读取的内容。',
  },
  'storage.set_aside': {
    en: 'The database was damaged. It is kept as {path}; all of its {kept} records could still be read.',
    zh: '数据库已损坏，原文件保存为 {path}；其中 {kept} 条记录全部读出。',
  },
  'storage.set_aside_in_part': {
    en: 'The database was damaged. It is kept as {path}; {kept} records were read from it. Records are missing from: {tables} (at least {lost}). A turn whose record is no longer whole ends without doing anything again; check what it had begun.',
    zh: '数据库已损坏，原文件保存为 {path}；已读出 {kept} 条记录。以下表中缺少记录：{tables}（至少 {lost} 条）。记录不再完整的回合会直接结束，不会重复执行任何操作；请检查它已经开始做的事情。',
  },
  'storage.set_aside_unreadable': {
    en: 'The database was damaged so badly that nothing could be read from it. It is kept as {path}; restore a backup if you have one.',
    zh: '数据库严重损坏，无法读出任何内容。原文件保存为 {path}；如有备份，请恢复备份。',
  },
  'storage.stray_log': {
    en: 'A write-ahead log without its database was found. It is kept as {path}.',
    zh: '发现一个没有对应数据库的预写日志，已保存为 {path}。',
  },
  'storage.row_damaged': {
    en: 'A stored record is damaged: {key} in {table}. Everything else goes on.',
    zh: '一条存储记录已损坏：{table} 中的 {key}。其他内容不受影响。',
  },
  'storage.backup_missing': {
    en: 'There is no backup at {path}.',
    zh: '{path} 处没有备份。',
  },
  'storage.backup_foreign': {
    en: '{path} is not a backup of Echo Agent.',
    zh: '{path} 不是 Echo Agent 的备份。',
  },
  'storage.backup_damaged': {
    en: 'The backup {path} is damaged. Use another one; nothing was changed.',
    zh: '备份 {path} 已损坏。请使用其他备份；未做任何改动。',
  },
  'storage.backup_in_the_way': {
    en: 'There is already something else at {path}. Choose another name for the backup.',
    zh: '{path} 处已有其他内容。请为备份选择其他名称。',
  },
  'storage.backup_no_folder': {
    en: 'The folder for the backup {path} does not exist.',
    zh: '备份 {path} 所在的目录不存在。',
  },
} as const;
