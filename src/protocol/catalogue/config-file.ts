/** The configuration as a file: there, readable, YAML. `{where}` is a place in it. */
export const configFileTexts = {
  'config.file_missing': {
    en: 'There is no configuration file {where}. Check the path given with `-c`.',
    zh: '找不到配置文件 {where}，请检查 `-c` 给出的路径。',
  },
  'config.file_is_folder': {
    en: '{where} is a folder; the configuration has to be a file.',
    zh: '{where} 是一个目录，配置必须是文件。',
  },
  'config.file_unreadable': {
    en: '{where} cannot be read. Check its permissions and those of its folder.',
    zh: '无法读取 {where}，请检查该文件及其所在目录的权限。',
  },
  'config.file_unwritable': {
    en: '{where} cannot be written. Check the permissions of its folder and the free disk space. The file is unchanged.',
    zh: '无法写入 {where}，请检查所在目录的权限和磁盘剩余空间。文件未改动。',
  },
  'config.file_not_utf8': {
    en: '{where} is not UTF-8 text. Save it as UTF-8.',
    zh: '{where} 不是 UTF-8 文本，请以 UTF-8 编码保存。',
  },
  'config.file_too_large': {
    en: '{where} is larger than 256 KiB, which no configuration needs. Is it the right file?',
    zh: '{where} 超过 256 KiB，配置文件不会这么大。是否选错了文件？',
  },
  'config.file_of_another': {
    en: '{where} belongs to another user, so it is not used. Give it with `-c` if you trust it.',
    zh: '{where} 属于另一个用户，因此不会使用。如果信任它，请用 `-c` 指定。',
  },
  'config.file_changed': {
    en: '{where} was changed by somebody else in the meantime. Nothing was written; please try again.',
    zh: '{where} 在此期间被其他程序修改，本次未写入，请重试。',
  },

  'config.yaml_syntax': {
    en: '{where}: this is not valid YAML. Write `key: value`, close every quote and bracket, and put text with special characters in quotes.',
    zh: '{where}：不是有效的 YAML。请写成 `key: value`，引号和括号要成对，含特殊字符的文本要加引号。',
  },
  'config.yaml_indent': {
    en: '{where}: the indentation is not right. Keys of one group start in the same column, and brackets must be closed.',
    zh: '{where}：缩进有误。同一组的键要从同一列开始，括号要成对。',
  },
  'config.yaml_tab': {
    en: '{where}: YAML is indented with spaces, not with tabs.',
    zh: '{where}：YAML 只能用空格缩进，不能用制表符。',
  },
  'config.yaml_duplicate_key': {
    en: '{where}: `{path}` stands here a second time. Keep one of the two.',
    zh: '{where}：`{path}` 重复出现，请只保留一处。',
  },
  'config.yaml_bad_key': {
    en: '{where}: this cannot be a key. A key is a plain word.',
    zh: '{where}：这里不能作为键，键应是一个普通单词。',
  },
  'config.yaml_alias': {
    en: '{where}: references such as `*name` are not supported. Write the value itself.',
    zh: '{where}：不支持 `*name` 这样的引用，请直接写出值。',
  },
  'config.yaml_tag': {
    en: '{where}: tags such as `!name` are not supported. Write a plain value.',
    zh: '{where}：不支持 `!name` 这样的标签，请写普通的值。',
  },
  'config.yaml_multiple_documents': {
    en: '{where}: a second document starts here. Keep one, and remove the `---` line.',
    zh: '{where}：这里开始了第二个文档。请只保留一个，并删除 `---` 行。',
  },
  'config.yaml_not_a_map': {
    en: '{where}: the file has to be a group of keys, such as `agent:`.',
    zh: '{where}：文件内容必须是一组键，例如 `agent:`。',
  },
  'config.yaml_too_deep': {
    en: '{where}: too many levels stand inside each other for a configuration.',
    zh: '{where}：嵌套层数过多，不可能是配置文件。',
  },
  'config.writable_by_others': {
    en: '{file} can be changed by other users. Run `chmod 600 {file}`.',
    zh: '{file} 可被其他用户修改。请运行 `chmod 600 {file}`。',
  },
} as const;
