import type { Clock } from '../base/clock.ts';
import type { DeliveryTarget } from '../bus/delivery-target.ts';
import type { ModelRouter } from '../models/router-contract.ts';
import type { Storage } from '../storage/storage.ts';
import type { Tool } from '../tools/tool.ts';

/** What tests and embedding programs may put in the place of the usual parts. */
export interface RuntimeParts {
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Instead of the models of the configuration. */
  readonly router?: ModelRouter;
  /** Stands between the runtime and its opened storage, to watch it or to cut it off. */
  readonly wrapStorage?: (opened: Storage) => Storage;
  /** Beside the built-in tools. */
  readonly tools?: readonly Tool[];
  /** Where replies go, by channel, beside the command line's own. */
  readonly targets?: Readonly<Record<string, DeliveryTarget>>;
  /** False when nobody else shall reach this runtime. */
  readonly socket?: boolean;
}
