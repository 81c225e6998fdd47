/** Why a file could not be used, for people; the model reads the English of the error itself. */
export const fileTexts = {
  'files.bad_path': {
    en: '`{path}` is not a usable path. Give one relative to the workspace, such as `src/main.ts`.',
    zh: '`{path}` 不是可用的路径。请使用相对于工作区的路径，例如 `src/main.ts`。',
  },
  'files.outside': {
    en: '`{path}` is outside the workspace. Copy it into the workspace first.',
    zh: '`{path}` 位于工作区之外。请先把它复制到工作区内。',
  },
  'files.private': {
    en: '`{path}` holds settings, data or keys that stay private. Share a copy of the part that is needed.',
    zh: '`{path}` 保存着不对外开放的设置、数据或密钥。请只复制需要的部分再提供。',
  },
  'files.private_workspace': {
    en: 'The workspace {path} lies where keys, system files or the own data of Echo Agent are, which no tool may use. Choose another with `--workspace` or `workspace.path`.',
    zh: '工作区 {path} 位于存放密钥、系统文件或 Echo Agent 自身数据的位置，任何工具都不得使用。请用 `--workspace` 或 `workspace.path` 另选一个。',
  },
  'files.dangling': {
    en: '`{path}` is a link that leads nowhere. Give the path of a real file.',
    zh: '`{path}` 是一个失效的链接。请提供真实文件的路径。',
  },
  'files.special': {
    en: '`{path}` is a device, pipe or socket, not a file.',
    zh: '`{path}` 是设备、管道或套接字，不是普通文件。',
  },
  'files.not_found': {
    en: 'There is no `{path}`. Check the spelling, or list the folder.',
    zh: '找不到 `{path}`。请检查拼写，或先列出目录。',
  },
  'files.is_folder': {
    en: '`{path}` is a folder. Name a file in it.',
    zh: '`{path}` 是一个目录。请指定其中的文件。',
  },
  'files.not_folder': {
    en: '`{path}` is not a folder.',
    zh: '`{path}` 不是目录。',
  },
  'files.too_large': {
    en: '`{path}` has {bytes} bytes; at most {limit} can be taken whole. Give a part of it.',
    zh: '`{path}` 有 {bytes} 字节，一次最多只能处理 {limit} 字节。请只提供其中一部分。',
  },
  'files.several_names': {
    en: '`{path}` has several names (hard links), so a change would reach or split the others. Copy it first.',
    zh: '`{path}` 有多个名字（硬链接），修改会影响其他名字。请先复制一份再改。',
  },
  'files.changed': {
    en: '`{path}` has changed in the meantime. Read it again and repeat.',
    zh: '`{path}` 在此期间已被修改，请重新读取后再试。',
  },
  'files.exists': {
    en: '`{path}` exists already.',
    zh: '`{path}` 已经存在。',
  },
  'files.not_permitted': {
    en: 'The system does not permit this with `{path}`. Check who owns it and its permissions.',
    zh: '系统不允许对 `{path}` 执行此操作，请检查其所有者和权限。',
  },
  'files.disk_full': {
    en: '`{path}` could not be written: the disk is full. Free some space and repeat.',
    zh: '无法写入 `{path}`：磁盘已满。请清理空间后再试。',
  },
  'files.failed': {
    en: '`{path}` could not be read or written ({reason}).',
    zh: '无法读写 `{path}`（{reason}）。',
  },
} as const;
