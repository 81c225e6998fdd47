import type { RunEvent } from '../../protocol/run-event.ts';
import { toJson } from '../terminal/json-line.ts';

/** The events of one message as lines of JSON. Which message it is becomes known only after the first events. */
export interface JsonEvents {
  hear(event: RunEvent): void;
  begin(inboundId: string): void;
}

export function createJsonEvents(print: (line: string) => void): JsonEvents {
  const early: RunEvent[] = [];
  let wanted: string | undefined;

  function emit(event: RunEvent) {
    if (event.inboundId === wanted) print(toJson(event));
  }

  return {
    hear(event) {
      if (wanted === undefined) early.push(event);
      else emit(event);
    },
    begin(inboundId) {
      wanted = inboundId;
      for (const event of early.splice(0)) emit(event);
    },
  };
}
