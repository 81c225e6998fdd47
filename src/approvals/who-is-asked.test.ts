import { describe, expect, test } from 'vitest';
import type { GuardDecision, Risk } from '../protocol/tool-call.ts';
import { type VerdictFacts, whoIsAsked } from './who-is-asked.ts';

const allow: GuardDecision = { action: 'allow', reason: '', patternKey: 'none', facts: [] };
const ask: GuardDecision = {
  ...allow,
  action: 'ask',
  reason: 'it deletes',
  patternKey: 'file_delete',
};
const withFact: GuardDecision = { ...allow, facts: ['package_install'] };
const readOnlyCommand: GuardDecision = { ...allow, patternKey: 'read_only_command' };

const ownerPresent: VerdictFacts = {
  isOwner: true,
  unattended: false,
  assumeYes: false,
  remembered: false,
  undoable: false,
  risk: 'read_only',
  decision: allow,
};
const other = { ...ownerPresent, isOwner: false };
const unattended = { ...ownerPresent, unattended: true };

type Row = [title: string, facts: VerdictFacts, asked: boolean];

const ROWS: readonly Row[] = [
  ['the owner reads', ownerPresent, false],
  ['somebody else reads', other, false],
  ['a job reads', unattended, false],
  ['the owner reads what the guard asks about', { ...ownerPresent, decision: ask }, true],
  ['a job reads what the guard asks about', { ...unattended, decision: ask }, true],
  ['the owner changes the workspace', { ...ownerPresent, risk: 'write', undoable: true }, false],
  [
    'the owner changes the workspace by deleting',
    { ...ownerPresent, risk: 'write', undoable: true, decision: withFact },
    true,
  ],
  [
    '--yes covers what undo cannot restore',
    { ...ownerPresent, risk: 'write', assumeYes: true },
    false,
  ],
  ['--yes is for the owner only', { ...other, risk: 'write', assumeYes: true }, true],
  [
    '--yes does not stand for somebody present',
    { ...unattended, risk: 'exec', assumeYes: true },
    true,
  ],
  ['somebody else makes a remembered call', { ...other, risk: 'exec', remembered: true }, false],
  ['the owner changes what undo cannot restore', { ...ownerPresent, risk: 'write' }, true],
  [
    'the owner overwrites an unread file',
    { ...ownerPresent, risk: 'write', undoable: true, decision: ask },
    true,
  ],
  ['somebody else changes the workspace', { ...other, risk: 'write', undoable: true }, true],
  ['a job changes the workspace', { ...unattended, risk: 'write', undoable: true }, true],
  ['the owner runs a command', { ...ownerPresent, risk: 'exec' }, true],
  [
    'the owner runs a command that only reads',
    { ...ownerPresent, risk: 'exec', decision: readOnlyCommand },
    false,
  ],
  [
    'somebody else runs a command that only reads',
    { ...other, risk: 'exec', decision: readOnlyCommand },
    true,
  ],
  [
    'a job runs a command that only reads',
    { ...unattended, risk: 'exec', decision: readOnlyCommand },
    true,
  ],
  [
    'the owner runs a remembered command',
    { ...ownerPresent, risk: 'exec', remembered: true },
    false,
  ],
  ['a job runs a remembered command', { ...unattended, risk: 'exec', remembered: true }, true],
  ['--yes covers what the guard allows', { ...ownerPresent, risk: 'exec', assumeYes: true }, false],
  [
    '--yes does not cover what the guard asks about',
    { ...ownerPresent, risk: 'exec', assumeYes: true, decision: ask },
    true,
  ],
  [
    '--yes does not cover a fact',
    { ...ownerPresent, risk: 'exec', assumeYes: true, decision: withFact },
    true,
  ],
];

describe('who is asked', () => {
  test.each(ROWS)('%s', (_title, facts, asked) => {
    expect(whoIsAsked(facts).ask).toBe(asked);
  });

  test('nothing lets a dangerous call skip a person', () => {
    const flags = [true, false];
    const answers = flags.flatMap((isOwner) =>
      flags.flatMap((assumeYes) =>
        flags.flatMap((remembered) =>
          flags.map((undoable) => {
            const risk: Risk = 'dangerous';
            return whoIsAsked({ ...ownerPresent, isOwner, assumeYes, remembered, undoable, risk })
              .ask;
          }),
        ),
      ),
    );

    expect(new Set(answers)).toEqual(new Set([true]));
  });
});
