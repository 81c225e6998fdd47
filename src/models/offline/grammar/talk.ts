import type { GrammarRow } from './row.ts';

export const talkRows: readonly GrammarRow[] = [
  {
    kind: 'help',
    language: 'en',
    pattern: '(help|help me|show help|show me the help|commands|show commands|list commands|usage)',
    examples: [['help'], ['please help me']],
  },
  {
    kind: 'help',
    language: 'en',
    pattern:
      '(what can you do|what do you (understand|know|do)|what can I (say|ask|do|ask you)|how do I use (you|this)|how do you work|what are you able to do) [for me|here]',
    asks: true,
    examples: [['What can you do?'], ['how do I use you?']],
  },
  {
    kind: 'help',
    language: 'en',
    pattern: '(show me what you can do|tell me what you can do|show what you can do)',
    examples: [['show me what you can do']],
  },
  {
    kind: 'identity',
    language: 'en',
    pattern:
      "(who are you|what are you|what's your name|what is your name|who am I talking to|who is this|(what|which) model (are you|is this|are you using|am I talking to))",
    asks: true,
    examples: [['Who are you?'], ['what model is this?'], ["what's your name"]],
  },
  {
    kind: 'identity',
    language: 'en',
    pattern:
      'are you (a|an|the) [real] (ai|bot|robot|human|person|model|language model|offline model|llm)',
    asks: true,
    examples: [['are you an AI?']],
  },
  {
    kind: 'identity',
    language: 'en',
    pattern: '(introduce yourself|tell me about yourself|tell me who you are)',
    examples: [['introduce yourself']],
  },
  {
    kind: 'greeting',
    language: 'en',
    pattern:
      '(hi|hello|hey|hiya|howdy|greetings|good morning|good afternoon|good evening|good day) [,] [there|again|everyone|everybody|echo|agent|echo agent]',
    examples: [['hi'], ['Hello there!'], ['good morning, Echo']],
  },
  {
    kind: 'greeting',
    language: 'en',
    pattern: "(how are you|how are you doing|how's it going|are you there|anybody there) [today]",
    asks: true,
    examples: [['How are you?']],
  },
  {
    kind: 'thanks',
    language: 'en',
    pattern:
      '[ok|okay|great|cool|perfect|nice] [,] (thanks|thank you|thx|many thanks|cheers) [a lot|so much|very much|again]',
    examples: [['thanks!'], ['Great, thank you very much.']],
  },
  {
    kind: 'help',
    language: 'zh',
    pattern: '(帮助|显示帮助|查看帮助|使用说明|使用帮助|求助|命令列表)',
    examples: [['帮助']],
  },
  {
    kind: 'help',
    language: 'zh',
    pattern: '[你|您] [都] (能|会|可以) [帮我|为我] (做|干) (什么|些什么|啥|哪些事|哪些事情|哪些)',
    asks: true,
    examples: [['你能做什么？'], ['你会做什么']],
  },
  {
    kind: 'help',
    language: 'zh',
    pattern:
      '(你|您) [都] (有什么功能|有哪些功能|会什么|会些什么|怎么用|能听懂什么|能理解什么|能干嘛)',
    asks: true,
    examples: [['你有什么功能？'], ['你怎么用？']],
  },
  {
    kind: 'identity',
    language: 'zh',
    pattern:
      '(你|您) (是谁|是什么|是什么模型|是哪个模型|叫什么|叫什么名字|用的是什么模型|用的什么模型|是什么东西)',
    asks: true,
    examples: [['你是谁？'], ['请问你是什么模型？']],
  },
  {
    kind: 'identity',
    language: 'zh',
    pattern: '(你|您) 是 [不是] [一个|个] [真] (人|机器人|人工智能|AI|大模型|离线模型) [吗]',
    asks: true,
    examples: [['你是机器人吗？']],
  },
  {
    kind: 'identity',
    language: 'zh',
    pattern: '[请] (介绍一下自己|介绍一下你自己|自我介绍|自我介绍一下|介绍自己)',
    examples: [['介绍一下你自己']],
  },
  {
    kind: 'greeting',
    language: 'zh',
    pattern:
      '(你好|您好|嗨|哈喽|哈啰|早上好|上午好|中午好|下午好|晚上好|早安|晚安|早|大家好) [呀|啊|哦]',
    examples: [['你好'], ['您好！'], ['早上好']],
  },
  {
    kind: 'greeting',
    language: 'zh',
    pattern: '[你] (在吗|在不在|好吗|最近怎么样)',
    asks: true,
    examples: [['在吗？']],
  },
  {
    kind: 'thanks',
    language: 'zh',
    pattern: '[好的|好] [,] (谢谢|多谢|感谢|谢了|谢啦|非常感谢|辛苦了|麻烦了) [你|您] [了|啦]',
    examples: [['谢谢！'], ['好的，谢谢你']],
  },
];
