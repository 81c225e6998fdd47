/** Words with which a text is rather described than given, when they begin it. */
export const DESCRIBING_WORDS: ReadonlySet<string> = new Set(
  (
    'a all an another any anybody anyone anything both each either enough every everybody everyone everything few ' +
    'he her hers him his how i it its many me mine more most much my neither none nothing other others our ours ' +
    'several she some somebody someone something such that the their theirs them these they this those us we ' +
    'what whatever when where whether which whichever who whom whose why you your yours ' +
    'above as at below by current down entire exactly following for from if in into just latest like literally of ' +
    "on only out over previous random same sample simply to today's tomorrow's under up whole with yesterday's " +
    'best popular top'
  ).split(' '),
);

/** Numbers; before another word they count something. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set(
  'one two three four five six seven eight nine ten eleven twelve dozen hundred thousand'.split(
    ' ',
  ),
);

/** What somebody would have to compose, fetch or do, when a text begins or ends with it. */
export const DESCRIBED_THINGS: ReadonlySet<string> = new Set(
  (
    'advice algorithm answer answers api app article articles backward backwards badge badges bio biography blog ' +
    'break breaks caps changes chapter chapters chat class classes code column columns command commands comment ' +
    'comments component config configuration content contents conversation count counts cv data date datetime ' +
    'definition description diff doc docs docstring docstrings documentation draft editor emacs email emails ' +
    'encoding entries entry essay essays example examples explanation fact facts feature features field fields ' +
    'file files folder folders function functions guide haiku header headers heading headings history idea ideas ' +
    'information instructions introduction item items joke jokes letter letters limerick line lines list lists ' +
    'log logs lowercase lyrics manager manual match matches message messages method methods name names nano news ' +
    'note notes number numbers outline output page pages paragraph paragraphs path permissions plan plans poem ' +
    'poems poetry post program programs progress prose quote quotes readme recipe recipes reply report reports ' +
    'response result results resume reverse review reviews rhyme row rows schema script scripts section sections ' +
    'sentence sentences session settings snippet song songs speech state statistics stats status steps stories ' +
    'story string summaries summary table tables template test tests text texts time times timestamp timestamps ' +
    'tip tips todo todos touch tracker transcript translation tutorial twice uppercase usage value values vi vim ' +
    'weather website widget word words'
  ).split(' '),
);

/** After one of those things they say which one is meant. */
export const RELATIONS: ReadonlySet<string> = new Set(
  'as between by for from in like of on that to using where which with without'.split(' '),
);

/** With which a described text begins in Chinese; a greeting with 你 or 您 describes nothing. */
export const DESCRIBING_ZH =
  /^(?:[零一二两三四五六七八九十百千几数半\d]+\s*[个首篇段份些句封张行条种则只本章节道遍次组列页]|一[点下]|它|他|她|我|咱|[你您](?!好|们好)|[这那哪该某其各每]|大家的|自己|所有|全部|全文|整个|任何|任意|其他|其余|什么|怎|如何|为什么|为何|谁|多少|几|是否|上面|下面|以上|以下|上述|刚才|刚刚|之前|当前|目前|[今明昨]天的|今日的|现在的|随便|随意|随机|不限|自拟|自定|点儿?东西|点什么|些|空白?$)/u;

const THINGS_ZH =
  '搜索结果|结果|内容|输出|文字|文本|文件名?|列表|清单|表格|目录|诗歌|诗词|诗|故事|总结|摘要|小结|报告|文章|作文|论文|散文|小说|博客|' +
  '信件|书信|情书|感谢信|邮件|简历|笑话|歌词|翻译|译文|代码|脚本|程序|函数|方法|测试|用例|文档|说明|介绍|简介|教程|指南|注释|评论|' +
  '计划|方案|大纲|草稿|演讲稿|数据|日志|日期|时间|名字|姓名|标题|段落|数字|记录|历史|对话|会话|进度|状态|更改|改动|配置|设置|' +
  '信息|消息|天气|新闻|回答|答案|回复|建议|步骤|示例|例子';

export const DESCRIBED_THINGS_ZH = new RegExp(`^(?:${THINGS_ZH}|信$)|(?:${THINGS_ZH})$`, 'u');

const REQUESTS =
  'add|append|cat|change|check|commit|copy|count|create|delete|display|drop|edit|email|exec|execute|explain|find|fix|' +
  'format|give|grep|list|look|ls|make|mark|move|open|overwrite|print|push|put|read|remember|remove|rename|replace|' +
  'rewrite|run|save|search|send|show|sort|summari[sz]e|tell|test|translate|view|write';
const REQUESTS_ZH =
  '写|保存|存|读|列|查|搜|找|看|显示|打开|运行|执行|跑|删|替换|修改|改|追加|添加|加|创建|新建|记|告诉|发|翻译|总结|覆盖|用|把|将|在';
const LANGUAGES =
  'arabic|chinese|dutch|english|french|german|greek|hindi|italian|japanese|korean|latin|polish|portuguese|russian|' +
  'spanish|swedish|turkish';

/** Whatever else makes it doubtful that words are a text as it shall stand in a file. */
export const DOUBTS: readonly RegExp[] = [
  // A quote that was not closed, or more than a line.
  /["“”‘「」『』《》`]|(?<!\p{L})['’]|['’](?!\p{L})|[\p{Cc}\u2028\u2029]/u,
  // The end of a sentence may be the end of the request.
  /[?？.。…,，;；:：、~]$|.(?:吗|呢|吧|一下|谢啦|多谢|谢谢[你您]?)$/u,
  /[\s,](?:please|thanks|thank you|thank you very much|for me|in it|inside(?: it)?)!*$/i,
  // Another request, or a condition.
  /\bthen\b|\b(?:if|unless|instead)\b|然后|接着|并且|随后|之后再|如果|的话/i,
  new RegExp(`(?:[,;.]|\\band\\b)\\s*(?:please\\s+)?(?:${REQUESTS})\\b`, 'i'),
  new RegExp(`(?:[,，;；。]|并|再)\\s*(?:请|帮我)?(?:${REQUESTS_ZH})`, 'u'),
  // How to put it, or what about.
  new RegExp(
    `\\b(?:about|describing|explaining)\\b|\\bin (?:${LANGUAGES}|upper case|lower case)\\b`,
    'i',
  ),
  // What belongs to something.
  /\bof\b|(?<!\blet)['’]s\s|[里中下面上]的/i,
  /关于|用[中英法德日韩俄][文语]|翻译成|重复|[\d一二两三四五六七八九十百]\s*[遍次]$/u,
  // A file or a folder, whose content may be meant; an address is a text.
  /(?<![\p{L}\p{N}_*:/.@-])[\p{L}\p{N}_./~-]*[\p{L}\p{N}_-]\.[a-z]\w{0,9}(?![\w.])/iu,
  /^\.[a-z][\w.-]*$|^(?![\d/]+$)[\w.~-]*\/\S*$/i,
];
