/** What people read about tools, approvals and the guard's findings. */
export const toolTexts = {
  'tools.refused_name': {
    en: 'The tool name {name} cannot be used: a name is lower case letters, digits and _, begins with a letter and has at most 64 characters.',
    zh: '工具名 {name} 无法使用：名称只能包含小写字母、数字和下划线，以字母开头，最长 64 个字符。',
  },
  'tools.refused_taken': {
    en: 'Two tools answer to the name {name}. Rename or remove one of them.',
    zh: '有两个工具使用了同一个名称 {name}，请重命名或移除其中一个。',
  },
  'guard.root_delete': {
    en: 'It would remove the system or a whole home folder.',
    zh: '它会删除整个系统目录或整个主目录。',
  },
  'guard.block_device_write': {
    en: 'It would write to a disk device directly.',
    zh: '它会直接写入磁盘设备。',
  },
  'guard.make_filesystem': {
    en: 'It would make a file system or change partitions.',
    zh: '它会创建文件系统或修改分区。',
  },
  'guard.power_off': {
    en: 'It would shut down or restart the machine.',
    zh: '它会关机或重启机器。',
  },
  'guard.fork_bomb': {
    en: 'It starts copies of itself without end.',
    zh: '它会无限复制自身进程。',
  },
  'guard.credential_path': {
    en: 'It touches a place where credentials or accounts are kept.',
    zh: '它涉及存放凭据或账户信息的位置。',
  },
  'guard.runtime_files': {
    en: "It touches the agent's own configuration or records.",
    zh: '它涉及智能体自身的配置或记录。',
  },
  'guard.network_denied': {
    en: 'It needs the network, and the network policy forbids that.',
    zh: '它需要联网，而当前网络策略禁止联网。',
  },
  'guard.recursive_delete': {
    en: 'It removes a folder with everything in it.',
    zh: '它会删除整个文件夹及其全部内容。',
  },
  'guard.world_writable': {
    en: "It lets everybody write, or lets a program run with its owner's rights.",
    zh: '它会让所有人可写，或让程序以其所有者的权限运行。',
  },
  'guard.root_owner': {
    en: 'It makes root the owner of files.',
    zh: '它会把文件所有者改为 root。',
  },
  'guard.service_control': {
    en: 'It starts, stops or changes a service of this machine.',
    zh: '它会启动、停止或更改本机的服务。',
  },
  'guard.broad_kill': {
    en: 'It ends processes by name or all at once, and may hit others than meant.',
    zh: '它会按名称或成批结束进程，可能误伤其他进程。',
  },
  'guard.pipe_to_shell': {
    en: 'It runs a script that nobody has read, straight from its source.',
    zh: '它会直接运行未经查看的脚本。',
  },
  'guard.inline_interpreter': {
    en: 'It may run program text given on the command line or as its input.',
    zh: '它可能会运行命令行或输入中给出的程序代码。',
  },
  'guard.credential_write': {
    en: 'It writes a file that looks like it holds credentials.',
    zh: '它会写入看起来存放凭据的文件。',
  },
  'guard.home_sweep': {
    en: 'It reads or copies a whole home folder, credentials included.',
    zh: '它会读取或复制整个主目录，其中包括凭据。',
  },
  'guard.destructive_sql': {
    en: 'It may drop or empty data in a database.',
    zh: '它可能删除或清空数据库中的数据。',
  },
  'guard.exec_vector': {
    en: 'It makes a program start another one through an option or a variable.',
    zh: '它会通过选项或环境变量让程序去启动另一个程序。',
  },
  'guard.write_then_run': {
    en: 'It writes a file and runs it in the same command.',
    zh: '它在同一条命令中写入文件并运行该文件。',
  },
  'guard.persistence': {
    en: 'It makes something run by itself later: at log-in, at a commit or on a schedule.',
    zh: '它会让某些内容以后自动运行：登录时、提交时或按计划执行。',
  },
  'guard.network_restricted': {
    en: 'It needs the network, and the network policy allows only named hosts.',
    zh: '它需要联网，而当前网络策略只允许指定的主机。',
  },
  'guard.dynamic_command': {
    en: 'Which program it runs is only decided while it runs.',
    zh: '它要运行哪个程序在运行时才能确定。',
  },
  'guard.hidden_characters': {
    en: 'It holds characters that cannot be seen.',
    zh: '它包含不可见字符。',
  },
  'guard.mixed_script': {
    en: 'The program name holds letters that look like others.',
    zh: '程序名中含有形似的其他字母。',
  },
  'guard.unreadable_command': {
    en: 'What it will do cannot be read from its text for certain.',
    zh: '无法仅凭命令文本确定它会做什么。',
  },
  'guard.unguarded_code': {
    en: 'It runs code that the guard cannot read.',
    zh: '它会运行守卫无法读懂的代码。',
  },
  'guard.message_other': {
    en: 'It writes to another chat than this one.',
    zh: '它会向本会话以外的聊天发送消息。',
  },
  'guard.overwrite_unread': {
    en: 'It overwrites a file that this session has not read as it is now.',
    zh: '它会覆盖本会话尚未读取过当前内容的文件。',
  },
  'guard.git_internals': {
    en: 'It changes files of git itself, which can run programs.',
    zh: '它会修改 git 自身的文件，而这些文件可以触发程序运行。',
  },
  'guard.agent_instructions': {
    en: 'It changes the instructions that the agent follows.',
    zh: '它会修改智能体遵循的指令。',
  },
  'guard.secret_file': {
    en: 'It changes a file that usually holds secrets.',
    zh: '它会修改通常存放机密信息的文件。',
  },
  'guard.guard_failed': {
    en: 'Checking it failed, so a person has to look.',
    zh: '检查未能完成，需要由人来确认。',
  },
  'guard.file_delete': { en: 'It deletes files.', zh: '它会删除文件。' },
  'guard.package_install': { en: 'It installs packages.', zh: '它会安装软件包。' },
  'guard.network_access': { en: 'It reaches the network.', zh: '它会访问网络。' },
  'guard.read_only_command': { en: 'It only reads.', zh: '它只读取，不做修改。' },
  'guard.none': { en: 'Nothing stands out.', zh: '没有发现异常。' },
} as const;
