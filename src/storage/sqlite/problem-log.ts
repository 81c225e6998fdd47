import type { StorageProblem } from '../storage.ts';

/** What was found wrong, each thing once. */
export interface ProblemLog {
  note(problem: StorageProblem): void;
  all(): readonly StorageProblem[];
}

const MOST = 1_000;

export function createProblemLog(): ProblemLog {
  const problems = new Map<string, StorageProblem>();
  return {
    note(problem) {
      const known = problems.has(problem.where);
      if (!known && problems.size < MOST) problems.set(problem.where, problem);
    },
    all: () => [...problems.values()],
  };
}
