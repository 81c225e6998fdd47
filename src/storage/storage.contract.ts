import { afterAll, describe } from 'vitest';
import { approvalsContract } from './approvals.contract.ts';
import { commitsContract } from './commits.contract.ts';
import { inboxContract } from './inbox.contract.ts';
import { leasesContract } from './leases.contract.ts';
import { messagesContract } from './messages.contract.ts';
import type { ContractOptions, OpenForContract } from './open-for.contract.ts';
import { outboxContract } from './outbox.contract.ts';
import { recordsContract } from './records.contract.ts';
import { restartsContract } from './restarts.contract.ts';
import { sessionsContract } from './sessions.contract.ts';
import type { Storage } from './storage.ts';
import { turnsContract } from './turns.contract.ts';
import { workersContract } from './workers.contract.ts';

/** The contract of `Storage`, as tests: call it from the test file of every backend. */
export function storageContract(
  name: string,
  open: (options: ContractOptions & { readonly now: () => number }) => Promise<Storage>,
): void {
  describe(`${name} as a Storage`, () => {
    const opened: Storage[] = [];
    const openTracked: OpenForContract = async (options = {}) => {
      const storage = await open({ now: () => 1, ...options });
      opened.push(storage);
      return storage;
    };

    afterAll(async () => {
      for (const storage of opened) await storage.close();
    });

    inboxContract(openTracked);
    leasesContract(openTracked);
    commitsContract(openTracked);
    turnsContract(openTracked);
    messagesContract(openTracked);
    outboxContract(openTracked);
    approvalsContract(openTracked);
    sessionsContract(openTracked);
    recordsContract(openTracked);
    workersContract(openTracked);
    restartsContract(openTracked);
  });
}
