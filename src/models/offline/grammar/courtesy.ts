/** Words before a request that change nothing about it. `asks` ones make a question mark part of the courtesy. */
export interface Courtesy {
  readonly pattern: RegExp;
  readonly asks?: true;
}

export const OPENINGS: readonly Courtesy[] = [
  { pattern: /^(?:please|kindly|ok|okay|now|so|first|just|well|also|echo|agent)(?:\s*,\s*|\s+)/u },
  {
    pattern:
      /^(?:hi|hello|hey|good morning|good afternoon|good evening)(?:\s+(?:there|echo|agent))?(?:\s*[,!.]\s*|\s+)/u,
  },
  {
    pattern:
      /^(?:go ahead and|i want you to|i need you to|i'd like you to|i would like you to)\s+/u,
  },
  { pattern: /^(?:can|could|would|will) you(?:\s+(?:please|kindly))?\s+/u, asks: true },
  { pattern: /^would you mind\s+/u, asks: true },
  { pattern: /^(?:你好|您好|嗨|早上好|下午好|晚上好)\s*[,!。.]?\s*/u },
  { pattern: /^(?:请|麻烦|我想让|我想|我要|我需要)(?:你|您)(?!好)\s*/u },
  {
    pattern:
      /^(?:请问|请|麻烦|劳驾|帮忙|帮我|给我|替我|为我|先|首先|现在|那么|那|然后|好的|我想|我要)\s*[,]?\s*/u,
  },
  {
    pattern: /^(?:(?:你|您)?(?:能不能|可不可以|能否|可否|可以|能)|(?:你|您)(?:帮我|给我|替我))\s*/u,
    asks: true,
  },
];

/** Words after a request that change nothing about it. */
export const CLOSINGS: readonly RegExp[] = [
  /(?<=[\s,])(?:please|thanks|thank you|thank you very much|for me)$/u,
  /(?:谢谢|谢谢你|谢谢您|多谢|谢啦|吧|一下)$/u,
];

/** Endings that make a Chinese request out of a question; the last one only when it was asked politely. */
export const ASKING_ENDINGS: readonly RegExp[] = [
  /(?:好吗|可以吗|行吗|好不好|行不行|可不可以)$/u,
  /吗$/u,
];

/** Where one request ends and the next begins. */
export const CONNECTORS =
  /(?:[,;。]\s*)?(?:\b(?:and then|and|then)\b|并且|并|然后|接着|之后|随后|再)|[,;。]|\.(?=\s)/gu;
