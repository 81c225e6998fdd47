import { z } from 'zod';
import { AgentError } from '../../base/errors.ts';
import type { MediaEndpoint } from '../../models/media-endpoint.ts';
import { defineTool, type ToolExecutionContext } from '../../tools/tool.ts';
import { failure } from '../shared/failure.ts';
import { callMedia, type MediaSource } from '../shared/media-call.ts';
import { type MadeFile, mediaPath, verifyMedia, writeMedia } from '../shared/media-file.ts';
import { typeOfBytes } from '../shared/media-type.ts';
import type { OpenWorkspace } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { preview } from '../shared/text-lines.ts';

const Input = z.strictObject({
  text: z.string().trim().min(1).max(4_000),
  voice: z
    .string()
    .regex(/^[\w:/.-]{1,100}$/)
    .optional(),
  name: z.string().trim().min(1).max(80).optional(),
});
type Input = z.infer<typeof Input>;

export interface SpeechDeps {
  readonly source: MediaSource;
  readonly voice: string;
  /** Goes where the configuration points. */
  readonly fetch: typeof fetch;
}

/** The name under which the key reaches the tool. */
export const SPEECH_KEY = 'speechApiKey';

const TIMEOUT_MS = 120_000;
const MAX_BYTES = 20_000_000;

export function createTextToSpeech(openWorkspace: OpenWorkspace, deps: SpeechDeps) {
  const { source } = deps;
  const pathOf = ({ name, text }: Input, context: ToolExecutionContext) =>
    mediaPath(name ?? text, 'mp3', context);

  return defineTool<Input>({
    name: 'text_to_speech',
    title: 'Speak a text',
    description:
      'Turn a text into speech with the configured model; costs money. It becomes a new mp3 file in media/.',
    input: Input,
    capabilities: ['media.generate'],
    riskLevel: 'write',
    idempotency: 'verifiable',
    undoable: true,
    credentials: [SPEECH_KEY],
    timeoutMs: TIMEOUT_MS,
    summarize: ({ text }) => `speak ${preview(text)}`,
    guard: (_, { workspace }) => guardPath(openWorkspace(workspace), 'media'),
    readiness: async () =>
      'problem' in source ? { ready: false, reason: source.problem } : { ready: true },

    async execute(input, context) {
      if ('problem' in source) return failure(source.problem);
      const make = () => speak(source, input, { ...deps, context });
      return writeMedia(openWorkspace, pathOf(input, context), { context, make });
    },

    verify: (input, context) => verifyMedia(openWorkspace, pathOf(input, context), context),
  });
}

async function speak(
  endpoint: MediaEndpoint,
  { text, voice }: Input,
  { context, ...deps }: SpeechDeps & { readonly context: ToolExecutionContext },
): Promise<MadeFile> {
  const call = {
    path: '/audio/speech',
    body: { input: text, voice: voice ?? deps.voice, response_format: 'mp3' },
    apiKey: context.credentials[SPEECH_KEY],
    maxBytes: MAX_BYTES,
  };
  const bytes = await callMedia(endpoint, call, { fetch: deps.fetch, signal: context.signal });
  const mediaType = typeOfBytes(bytes) ?? '';
  if (!mediaType.startsWith('audio/')) {
    throw new AgentError('unavailable', 'The provider answered without speech.');
  }
  return { bytes, mediaType, metadata: { model: endpoint.reference } };
}
