import type { Figure } from './row.ts';
import { accept } from './rows/accept.ts';
import { install } from './rows/install.ts';
import { mcp } from './rows/mcp.ts';
import { processes } from './rows/process.ts';
import { prompt } from './rows/prompt.ts';
import { sideBySide } from './rows/side-by-side.ts';
import { soak } from './rows/soak.ts';
import { tools } from './rows/tools.ts';
import { turns } from './rows/turns.ts';

// `npm run bench -- [--json] [--all] [row …]`: prints figures; nothing is asserted.
const ROWS = [turns, tools, mcp, sideBySide, accept, prompt, processes, install, soak];

const given = process.argv.slice(2);
const named = given.filter((argument) => !argument.startsWith('--'));
const chosen = ROWS.filter(({ name, slow }) =>
  named.length > 0 ? named.includes(name) : given.includes('--all') || slow !== true,
);

const figures: Figure[] = [];
for (const row of chosen) {
  for (const figure of await row.measure()) {
    figures.push(figure);
    if (!given.includes('--json')) console.log(line(figure));
  }
}
if (given.includes('--json'))
  console.log(JSON.stringify({ node: process.version, figures }, null, 2));

function line({ name, value, unit, asked }: Figure): string {
  const shown = value >= 100 ? Math.round(value) : Number(value.toFixed(3));
  return `${name.padEnd(40)} ${shown} ${unit}${asked === '' ? '' : `   (asked: ${asked})`}`;
}
