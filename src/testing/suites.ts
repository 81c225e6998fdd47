/**
 * The `./testing/suites` door: contracts as tests. Call one from a test file of vitest, which is needed by nothing else
 * of this package.
 */
export {
  type ExecutorPlace,
  executorContract,
} from '../executors/executor.contract.ts';
export {
  modelProviderContract,
  type ProviderUnderTest,
} from '../models/model-provider.contract.ts';
export type { ContractOptions } from '../storage/open-for.contract.ts';
export { storageContract } from '../storage/storage.contract.ts';
export type { Storage } from '../storage/storage.ts';
export { toolContract } from '../tools/tool.contract.ts';
