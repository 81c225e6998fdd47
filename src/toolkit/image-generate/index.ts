import { z } from 'zod';
import { AgentError } from '../../base/errors.ts';
import type { MediaEndpoint } from '../../models/media-endpoint.ts';
import type { PublicFetch } from '../../security/public-fetch.ts';
import { readBody } from '../../security/read-body.ts';
import { defineTool, type ToolExecutionContext } from '../../tools/tool.ts';
import { failure } from '../shared/failure.ts';
import { callMedia, type MediaSource } from '../shared/media-call.ts';
import { type MadeFile, mediaPath, verifyMedia, writeMedia } from '../shared/media-file.ts';
import { typeOfBytes } from '../shared/media-type.ts';
import type { OpenWorkspace } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { preview } from '../shared/text-lines.ts';

const Input = z.strictObject({
  prompt: z.string().trim().min(1).max(4_000),
  name: z.string().trim().min(1).max(80).optional(),
  size: z
    .string()
    .regex(/^(?:auto|\d{2,4}x\d{2,4})$/)
    .optional(),
});
type Input = z.infer<typeof Input>;

export interface ImageDeps {
  readonly source: MediaSource;
  /** Goes where the configuration points. */
  readonly fetch: typeof fetch;
  /** For addresses that a provider answers with. */
  readonly publicFetch: PublicFetch;
}

/** The name under which the key reaches the tool. */
export const IMAGE_KEY = 'imageApiKey';

const TIMEOUT_MS = 180_000;
const MAX_BYTES = 20_000_000;
/** As text in JSON it is a third longer. */
const MAX_ANSWER_BYTES = MAX_BYTES * 1.4;

export function createImageGenerate(openWorkspace: OpenWorkspace, deps: ImageDeps) {
  const { source } = deps;
  const pathOf = ({ name, prompt }: Input, context: ToolExecutionContext) =>
    mediaPath(name ?? prompt, 'png', context);

  return defineTool<Input>({
    name: 'image_generate',
    title: 'Make a picture',
    description:
      'Make a picture from a description with the configured image model; costs money. It becomes a new file in media/. size such as 1024x1024.',
    input: Input,
    capabilities: ['media.generate'],
    riskLevel: 'write',
    idempotency: 'verifiable',
    undoable: true,
    credentials: [IMAGE_KEY],
    timeoutMs: TIMEOUT_MS,
    summarize: ({ prompt }) => `make a picture: ${preview(prompt)}`,
    guard: (_, { workspace }) => guardPath(openWorkspace(workspace), 'media'),
    readiness: async () =>
      'problem' in source ? { ready: false, reason: source.problem } : { ready: true },

    async execute(input, context) {
      if ('problem' in source) return failure(source.problem);
      const make = () => makeImage(source, input, { ...deps, context });
      return writeMedia(openWorkspace, pathOf(input, context), { context, make });
    },

    verify: (input, context) => verifyMedia(openWorkspace, pathOf(input, context), context),
  });
}

type Around = Pick<ImageDeps, 'fetch' | 'publicFetch'> & { readonly context: ToolExecutionContext };

const Answer = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).min(1),
});

async function makeImage(
  endpoint: MediaEndpoint,
  { prompt, size }: Input,
  around: Around,
): Promise<MadeFile> {
  const { context, fetch } = around;
  const call = {
    path: '/images/generations',
    body: { prompt, n: 1, ...(size !== undefined && { size }) },
    apiKey: context.credentials[IMAGE_KEY],
    maxBytes: MAX_ANSWER_BYTES,
  };
  const answer = await callMedia(endpoint, call, { fetch, signal: context.signal });
  const bytes = await bytesOf(answer, endpoint, around);
  const mediaType = typeOfBytes(bytes) ?? '';
  if (!mediaType.startsWith('image/')) throw noPicture();
  return { bytes, mediaType, metadata: { model: endpoint.reference } };
}

/** Some providers answer with the picture, some with where it is. */
async function bytesOf(
  answer: Uint8Array,
  endpoint: MediaEndpoint,
  { fetch, publicFetch, context: { signal } }: Around,
): Promise<Uint8Array> {
  const parsed = Answer.safeParse(parseJson(answer));
  const { b64_json, url } = parsed.data?.data[0] ?? {};
  if (b64_json) return Buffer.from(b64_json, 'base64');
  const address = URL.parse(url ?? '');
  if (address === null) throw noPicture();
  const ownHost = address.origin === new URL(endpoint.baseUrl).origin;
  const request = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal };
  const { body, truncated } = ownHost
    ? await readBody(await fetch(address, { signal }), MAX_BYTES)
    : await publicFetch(address.href, request);
  if (truncated) throw new AgentError('unavailable', 'The picture is too big.');
  return body;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

function noPicture(): AgentError {
  return new AgentError('unavailable', 'The provider answered without a picture.');
}
