/** The labelled moments at which the runtime is killed, in the order in which a message meets them. */
export const POINTS = [
  /** The message is about to be written; it dies a moment later, so that nobody can have been told too early. */
  'accepting',
  /** The message is on disk, and its sender does not know it yet. */
  'accepted',
  /** The model is about to be asked. */
  'before-model',
  /** Half of an answer has been heard. */
  'in-stream',
  /** The intent of an effect is about to be written; it dies a moment later, as above. */
  'tool-starting',
  /** The intent of an effect is on disk, and the effect has not begun. */
  'tool-started',
  /** The effect has happened, and nobody has written that down. */
  'effect-done',
  /** Everything is known, and the reply is about to be written; it dies a moment later, as above. */
  'before-reply',
  /** The delivery is marked as being sent, and nothing has been sent. */
  'in-delivery',
  /** The platform has the reply, and nobody has written that down. */
  'delivered',
] as const;

export type Point = (typeof POINTS)[number];

/** The `nth` time that the runtime comes to a point, counted from 1. */
export interface Trap {
  readonly point: Point;
  readonly nth: number;
}
