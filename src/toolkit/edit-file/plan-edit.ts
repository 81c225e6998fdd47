import type { Place } from '../../security/workspace-files.ts';
import type { FileEdit } from '../shared/change-file.ts';
import { explainMissing } from '../shared/explain-missing.ts';
import { type Failure, failure } from '../shared/failure.ts';
import { MAX_FILE_BYTES } from '../shared/open-workspace.ts';
import { decodeText, encodeText } from '../shared/text-encoding.ts';
import { byteSize, visibleName } from '../shared/text-lines.ts';
import type { EditInput } from './input.ts';
import { type Replacement, replaceText } from './replace-text.ts';

export interface EditPlan {
  readonly edit: FileEdit;
  readonly text: string;
  readonly replaced: Extract<Replacement, { state: 'replaced' }>;
}

/** The edited content, or why there is none. */
export function planEdit(
  { place, bytes }: { readonly place: Place; readonly bytes: Uint8Array },
  input: EditInput,
): EditPlan | Failure {
  const name = visibleName(place.name);
  const decoded = decodeText(bytes);
  // What does not come back byte for byte would be damaged in places that nobody asked to change.
  const again = decoded && encodeText(decoded.text, decoded);
  if (decoded === undefined || again === undefined || !Buffer.from(again).equals(bytes)) {
    return failure(`${name} is no clean text. Change it with exec.`, { binary: true });
  }
  if (input.oldText === input.newText) {
    return failure('oldText and newText are the same; nothing was changed.');
  }
  const replaced = replaceText(decoded.text, input);
  if (replaced.state === 'unclear') return unclear(name, replaced, { text: decoded.text, input });
  const after = encodeText(replaced.text, decoded);
  if (after === undefined) {
    return failure(`${name} is in ${decoded.encoding}, which lacks a character of newText.`);
  }
  if (after.length > MAX_FILE_BYTES) {
    return failure(`${name} would be larger than ${byteSize(MAX_FILE_BYTES)}.`);
  }
  return { edit: { place, before: bytes, after, keepsParts: true }, text: replaced.text, replaced };
}

function unclear(
  name: string,
  { count, lines }: Extract<Replacement, { state: 'unclear' }>,
  { text, input }: { readonly text: string; readonly input: EditInput },
): Failure {
  if (count === 0) {
    const why = explainMissing(text, input.oldText);
    return failure(`oldText was not found in ${name}; nothing was changed. ${why}`, { matches: 0 });
  }
  const more = count > lines.length ? ` and ${count - lines.length} more` : '';
  return failure(
    `oldText stands ${count} times in ${name}, at lines ${lines.join(', ')}${more}; nothing was changed. ` +
      'Add neighbouring lines to make it unique, or set replaceAll.',
    { matches: count, lines },
  );
}
