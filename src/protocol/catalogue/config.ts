/** The keys of the configuration and their values. `{where}` is a place in a file, a variable or a flag; `{path}` is the key. */
export const configTexts = {
  'config.invalid': {
    en: 'The configuration has {count} problems:\n{en}',
    zh: '配置中有 {count} 处问题：\n{zh}',
  },
  'config.other_name': {
    en: '{where} is not read. Rename it to {file}.',
    zh: '不会读取 {where}，请将其改名为 {file}。',
  },
  'config.too_new': {
    en: '{where}: this file is for a newer Echo Agent (`configVersion` {version}; this one knows {known}). Update Echo Agent.',
    zh: '{where}：此文件适用于更新版本的 Echo Agent（`configVersion` 为 {version}，本程序支持到 {known}）。请升级 Echo Agent。',
  },

  'config.unknown_key': {
    en: '{where}: there is no key `{path}`. Remove it; `echo-agent config schema` lists all keys.',
    zh: '{where}：没有 `{path}` 这个键，请删除它；`echo-agent config schema` 可列出所有键。',
  },
  'config.unknown_key_nearest': {
    en: '{where}: there is no key `{path}`. Did you mean `{nearest}`?',
    zh: '{where}：没有 `{path}` 这个键。是否想写 `{nearest}`？',
  },
  'config.unknown_key_legacy': {
    en: '{where}: there is no key `{path}`. It is `{nearest}` now; `echo-agent config migrate` changes the file for you.',
    zh: '{where}：没有 `{path}` 这个键，现在应写 `{nearest}`；运行 `echo-agent config migrate` 可自动改写文件。',
  },
  'config.unknown_key_twice': {
    en: '{where}: `{path}` is the old name of `{nearest}`, which stands there too. Remove one of the two.',
    zh: '{where}：`{path}` 是 `{nearest}` 的旧名称，而后者也已存在，请删除其中一个。',
  },
  'config.set_malformed': {
    en: '{where}: write `--set key=value`, such as `--set agent.name=Echo`.',
    zh: '{where}：请写成 `--set 键=值`，例如 `--set agent.name=Echo`。',
  },
  'config.set_twice': {
    en: '{where}: `{path}` is already set by {other}, to something else. Unset one of the two.',
    zh: '{where}：`{path}` 已由 {other} 设为另一个值，请取消其中一个。',
  },

  'config.missing': {
    en: '{where}: `{path}` is missing.',
    zh: '{where}：缺少 `{path}`。',
  },
  'config.empty_value': {
    en: '{where}: `{path}` has no value. Write one, or remove the line.',
    zh: '{where}：`{path}` 没有值，请填写或删除该行。',
  },
  'config.invalid_value': {
    en: '{where}: the value of `{path}` is not one that fits; `echo-agent config schema` says what does.',
    zh: '{where}：`{path}` 的值不合要求，可运行 `echo-agent config schema` 查看要求。',
  },
  'config.expected_text': {
    en: '{where}: `{path}` must be text. Put it in quotes.',
    zh: '{where}：`{path}` 必须是文本，请加上引号。',
  },
  'config.expected_number': {
    en: '{where}: `{path}` must be a number.',
    zh: '{where}：`{path}` 必须是数字。',
  },
  'config.expected_whole_number': {
    en: '{where}: `{path}` must be a whole number.',
    zh: '{where}：`{path}` 必须是整数。',
  },
  'config.expected_true_or_false': {
    en: '{where}: `{path}` must be `true` or `false`.',
    zh: '{where}：`{path}` 必须是 `true` 或 `false`。',
  },
  'config.expected_yes_or_no': {
    en: '{where}: `{path}` must be `true` or `false` (`1`, `0`, `yes` and `no` are fine too).',
    zh: '{where}：`{path}` 必须是 `true` 或 `false`（也可写 `1`、`0`、`yes`、`no`）。',
  },
  'config.expected_list': {
    en: '{where}: `{path}` must be a list, such as `[a, b]`.',
    zh: '{where}：`{path}` 必须是列表，例如 `[a, b]`。',
  },
  'config.expected_group': {
    en: '{where}: `{path}` must be a group of keys, not a single value.',
    zh: '{where}：`{path}` 必须是一组键，而不是单个值。',
  },
  'config.expected_json_list': {
    en: '{where}: `{path}` must be a list in JSON, such as `["a", "b"]`.',
    zh: '{where}：`{path}` 必须是 JSON 列表，例如 `["a", "b"]`。',
  },
  'config.expected_json_group': {
    en: '{where}: `{path}` is a group of keys. Set one key of it, such as `{example}`, or all of it as a JSON object.',
    zh: '{where}：`{path}` 是一组键。请只设置其中一个键（例如 `{example}`），或用 JSON 对象设置整组。',
  },
  'config.expected_duration': {
    en: '{where}: `{path}` must be a time such as `500ms`, `30s`, `5m`, `2h` or `1d`, at most `24d`.',
    zh: '{where}：`{path}` 必须是时长，例如 `500ms`、`30s`、`5m`、`2h` 或 `1d`，最长 `24d`。',
  },
  'config.expected_long_duration': {
    en: '{where}: `{path}` must be a time such as `12h` or `30d`, at most `3650d`.',
    zh: '{where}：`{path}` 必须是时长，例如 `12h` 或 `30d`，最长 `3650d`。',
  },
  'config.expected_path': {
    en: '{where}: `{path}` must be the path of a file or folder.',
    zh: '{where}：`{path}` 必须是文件或目录的路径。',
  },
  'config.expected_module': {
    en: '{where}: `{path}` must be a path that begins with `./`, `../`, `/` or `~/`, or the name of a package.',
    zh: '{where}：`{path}` 必须是以 `./`、`../`、`/` 或 `~/` 开头的路径，或一个包名。',
  },
  'config.expected_secret': {
    en: '{where}: `{path}` must be text that is not empty, in quotes if it looks like a number.',
    zh: '{where}：`{path}` 必须是非空文本，看起来像数字时要加引号。',
  },
  'config.expected_model': {
    en: '{where}: `{path}` must be written provider/model, such as `openai/gpt-5`.',
    zh: '{where}：`{path}` 必须写成 供应商/模型，例如 `openai/gpt-5`。',
  },
  'config.expected_time_zone': {
    en: '{where}: `{path}` must be a time zone such as `Europe/Berlin` or `Asia/Shanghai`, or `auto`.',
    zh: '{where}：`{path}` 必须是时区，例如 `Asia/Shanghai` 或 `Europe/Berlin`，也可写 `auto`。',
  },
  'config.expected_proxy': {
    en: '{where}: `{path}` must be the URL of a proxy, such as `http://proxy.example:8080`.',
    zh: '{where}：`{path}` 必须是代理的 URL，例如 `http://proxy.example:8080`。',
  },
  'config.expected_url': {
    en: '{where}: `{path}` must be a URL, such as `https://example.org/v1`.',
    zh: '{where}：`{path}` 必须是 URL，例如 `https://example.org/v1`。',
  },
  'config.not_one_of': {
    en: '{where}: `{path}` must be one of: {options}.',
    zh: '{where}：`{path}` 只能是以下之一：{options}。',
  },
  'config.too_small': {
    en: '{where}: `{path}` must be at least {limit}.',
    zh: '{where}：`{path}` 不能小于 {limit}。',
  },
  'config.not_above': {
    en: '{where}: `{path}` must be more than {limit}.',
    zh: '{where}：`{path}` 必须大于 {limit}。',
  },
  'config.too_large': {
    en: '{where}: `{path}` must be at most {limit}.',
    zh: '{where}：`{path}` 不能大于 {limit}。',
  },
  'config.not_below': {
    en: '{where}: `{path}` must be less than {limit}.',
    zh: '{where}：`{path}` 必须小于 {limit}。',
  },
  'config.text_too_short': {
    en: '{where}: `{path}` is too short; the least is {limit} (characters).',
    zh: '{where}：`{path}` 太短，至少需要 {limit} 个字符。',
  },
  'config.text_too_long': {
    en: '{where}: `{path}` is too long; the most is {limit} (characters).',
    zh: '{where}：`{path}` 太长，最多 {limit} 个字符。',
  },
  'config.list_too_short': {
    en: '{where}: `{path}` needs more entries; the least is {limit}.',
    zh: '{where}：`{path}` 的条目太少，至少需要 {limit} 条。',
  },
  'config.list_too_long': {
    en: '{where}: `{path}` has too many entries; the most is {limit}.',
    zh: '{where}：`{path}` 的条目太多，最多 {limit} 条。',
  },
  'config.custom': {
    en: '{where}: `{path}` is not right: {detail}',
    zh: '{where}：`{path}` 有误：{detail}',
  },

  'config.bad_name': {
    en: '{where}: `{path}` is not a usable name. Use letters, digits, `-`, `_` and `.`, at most 64.',
    zh: '{where}：`{path}` 不是可用的名称。请使用字母、数字、`-`、`_` 和 `.`，最多 64 个字符。',
  },
  'config.names_alike': {
    en: '{where}: `{path}` and `{other}` differ only in case, `-`, `_` or `.`. Rename one of them.',
    zh: '{where}：`{path}` 与 `{other}` 只在大小写或 `-`、`_`、`.` 上不同，请改名其中一个。',
  },
  'config.unknown_type': {
    en: '{where}: `{path}` must be one of: {options}.',
    zh: '{where}：`{path}` 只能是以下之一：{options}。',
  },
  'config.type_missing': {
    en: '{where}: `{path}` is no well-known name, so it needs a `type`, one of: {options}.',
    zh: '{where}：`{path}` 不是内置名称，需要写明 `type`，可选：{options}。',
  },
  'config.type_missing_nearest': {
    en: '{where}: `{path}` is no well-known name. Did you mean `{nearest}`? If not, give it a `type`, one of: {options}.',
    zh: '{where}：`{path}` 不是内置名称。是否想写 `{nearest}`？否则请写明 `type`，可选：{options}。',
  },
  'config.no_adapters': {
    en: '{where}: `{path}` cannot be used: this version has nothing of that kind yet. Remove it.',
    zh: '{where}：`{path}` 无法使用：当前版本尚不支持此类配置，请删除。',
  },

  'config.reference_unset': {
    en: '{where}: `{path}` refers to the variable {name}, which is not set.',
    zh: '{where}：`{path}` 引用了环境变量 {name}，但该变量未设置。',
  },
  'config.reference_unreadable': {
    en: '{where}: `{path}` refers to {file}, which is not a readable file with something in it.',
    zh: '{where}：`{path}` 引用了 {file}，但它不是可读且非空的文件。',
  },
  'config.reference_private': {
    en: '{where}: `{path}` refers to {file}, which lies among your own keys and is never read for a setting. Put the secret into a file of its own.',
    zh: '{where}：`{path}` 引用了 {file}，它属于您个人的密钥目录，不会作为配置读取。请把该密钥单独放到一个文件里。',
  },
  'config.reference_ignored': {
    en: '{where}: `{path}` is taken as it is written: references to variables and files work in secrets only.',
    zh: '{where}：`{path}` 按原文使用：只有密钥类的值才能引用环境变量或文件。',
  },
  'config.readable_by_others': {
    en: '{file} holds a secret and can be read by other users. Run `chmod 600 {file}`.',
    zh: '{file} 含有密钥，但其他用户可以读取。请运行 `chmod 600 {file}`。',
  },
  'config.proxy_ignored': {
    en: '{where} is not the URL of an HTTP or SOCKS5 proxy, so no proxy is used.',
    zh: '{where} 不是 HTTP 或 SOCKS5 代理的 URL，因此不使用代理。',
  },
  'config.unknown_provider': {
    en: '{where}: `{path}` names the provider `{provider}`, which is neither well known nor in `providers`.',
    zh: '{where}：`{path}` 指定的供应商 `{provider}` 既非内置，也不在 `providers` 中。',
  },
  'config.unknown_provider_nearest': {
    en: '{where}: `{path}` names the provider `{provider}`, which is not known. Did you mean `{nearest}`?',
    zh: '{where}：`{path}` 指定的供应商 `{provider}` 不存在。是否想写 `{nearest}`？',
  },
} as const;
