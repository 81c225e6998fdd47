import {
  argTexts,
  hasFlag,
  operandsOf,
  optionsOf,
  type ProgramCall,
  pathsOf,
  subcommandOf,
} from '../program-call.ts';
import { isRootLike, type SensitivePlace } from '../sensitive-paths.ts';
import { type GuardRow, spanOf } from './guard-row.ts';

/** Paths that the call removes with everything below them; undefined when it removes no tree. */
function removedTrees(call: ProgramCall): readonly string[] | undefined {
  const operands = operandsOf(call).map(({ text }) => text);
  if (call.program === 'rm') return hasFlag(call, 'rR', '--recursive') ? operands : undefined;
  if (call.program === 'find') return findRemoves(call) ? startsOfFind(call) : undefined;
  if (call.program === 'rsync') return hasDeleteOption(call) ? operands.slice(-1) : undefined;
  return undefined;
}

function findRemoves(call: ProgramCall): boolean {
  const texts = argTexts(call);
  if (texts.includes('-delete')) return true;
  return texts.some(
    (text, at) => /^-(exec|execdir|ok|okdir)$/.test(text) && texts[at + 1] === 'rm',
  );
}

/** Folders in which a `find` starts. */
export function startsOfFind(call: ProgramCall): readonly string[] {
  const texts = argTexts(call).filter((text) => !/^-([HLP]|O\d?|D)$/.test(text));
  const end = texts.findIndex((text) => /^[-(!]/.test(text));
  const starts = end < 0 ? texts : texts.slice(0, end);
  return starts.length === 0 ? ['.'] : starts;
}

function hasDeleteOption(call: ProgramCall): boolean {
  return optionsOf(call).some((option) => /^--(del|delete(-\w+)?)$/.test(option));
}

function findRoot(call: ProgramCall, place: SensitivePlace): string | undefined {
  const trees = removedTrees(call)?.flatMap((text) => pathsOf(text, call, place));
  return trees?.some((path) => isRootLike(path, place)) ? spanOf(call) : undefined;
}

function findTree(call: ProgramCall): string | undefined {
  const cleans =
    call.program === 'git' && subcommandOf(call) === 'clean' && !hasFlag(call, 'n', '--dry-run');
  return removedTrees(call) !== undefined || cleans ? spanOf(call) : undefined;
}

const REMOVERS = new Set(['rm', 'rmdir', 'unlink', 'shred', 'trash', 'trash-put', 'srm']);

function findRemoval(call: ProgramCall): string | undefined {
  if (REMOVERS.has(call.program)) return spanOf(call);
  if (call.program === 'git') {
    return ['rm', 'clean'].includes(subcommandOf(call)) ? spanOf(call) : undefined;
  }
  return findTree(call);
}

export const deletionRows: readonly GuardRow[] = [
  {
    key: 'root_delete',
    find: findRoot,
    examples: {
      yes: [
        'rm -rf /',
        'rm -r -f -- /',
        'rm --recursive --force /',
        'rm -rf "/"',
        'rm -rf //',
        'rm -rf /*',
        'rm -rf $HOME',
        'rm -rf ~/',
        'rm -rf ~/*',
        'rm -rf /etc /usr',
        'rm -rf src/../../../../..',
        'cd / && rm -rf *',
        'cd; rm -rf ./*',
        'find / -delete',
        'find ~ -type f -exec rm {} +',
        'rsync -a --delete empty/ /',
        'sudo rm -rf /',
        'sudo -k rm -rf /',
        'sudo -nu root rm -rf /',
        "su -lc 'rm -rf /' root",
        'env - rm -rf /',
        'env -iu A B=1 rm -rf /',
        'echo a | xargs --replace rm -rf /',
        'systemd-run -t rm -rf /',
        'nice -n -5 rm -rf /',
        'timeout --no-such 5 rm -rf /',
        'env A=1 timeout 5 rm -rf /var',
        'sh -c "sh -c \'rm -rf /\'"',
        'true || (cd /tmp; rm -rf /)',
        'echo $(rm -rf /)',
        'a=/; rm -rf $a',
        "eval 'rm -rf /'",
      ],
      no: ['rm -rf build', 'rm /tmp/x', 'echo rm -rf /', 'grep "rm -rf /" notes', 'ls /'],
    },
  },
  {
    key: 'recursive_delete',
    find: findTree,
    examples: {
      yes: [
        'rm -rf node_modules',
        'rm -r build/',
        "find . -name '*.pyc' -delete",
        'find build -type f -exec rm {} +',
        'git clean -fdx',
        'ls -d x-* | xargs rm -rf',
        'rsync -a --delete empty/ cache/',
      ],
      no: ['rm notes.txt', 'git clean -n', 'find . -name x', 'rsync -a a/ b/'],
    },
  },
  {
    key: 'file_delete',
    find: findRemoval,
    examples: {
      yes: ['rm notes.txt', 'rmdir empty', 'git rm old.ts', 'unlink x'],
      no: ['mv a b', 'touch x', 'git status'],
    },
  },
];
