import { executorContract } from '../executor.contract.ts';
import { createLocalBed, executor } from './local-bed.contract.ts';

executorContract('local', async () => ({ executor, cwd: createLocalBed().cwd }));
