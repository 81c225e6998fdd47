import { type Glob, parseGlob } from './glob.ts';

/** What one .gitignore says, and what those above it say. */
export interface IgnoreRules {
  /** Both paths relative to the workspace. */
  ignores(path: string, isFolder: boolean): boolean;
}

interface Rule {
  readonly glob: Glob;
  readonly isNegated: boolean;
}

export const NOTHING_IGNORED: IgnoreRules = { ignores: () => false };

/** The rules of the .gitignore in `folder` on top of those of the folders above. */
export function addRules(above: IgnoreRules, folder: string, text: string): IgnoreRules {
  const rules = text.split(/\r?\n/).flatMap(parseRule).toReversed();
  const prefix = folder === '.' ? '' : `${folder}/`;

  return {
    ignores(path, isFolder) {
      const inner = path.slice(prefix.length);
      const last = rules.find(({ glob }) => (isFolder || !glob.onlyFolders) && glob.fits(inner));
      return last === undefined ? above.ignores(path, isFolder) : !last.isNegated;
    },
  };
}

function parseRule(line: string): readonly Rule[] {
  const text = line.replace(/(?<!\\)[ \t]+$/, '');
  if (text === '' || text.startsWith('#')) return [];
  const isNegated = text.startsWith('!');
  const pattern = isNegated ? text.slice(1) : text;
  return [{ glob: parseGlob(pattern), isNegated }];
}
