/** The variables of the process at one moment. */
export interface Environment {
  /** An empty variable counts as set. */
  get(name: string): string | undefined;
  names(): readonly string[];
}

/** The one place where the process's variables are read. */
export function readEnvironment(): Environment {
  return createEnvironment(process.env);
}

export function createEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): Environment {
  const values = new Map(Object.entries(variables));
  return {
    get: (name) => values.get(name),
    names: () => [...values.keys()],
  };
}
