import { describe, expect, test } from 'vitest';
import { createRandom } from '../testing/random.ts';
import { createAddressList, isOwnName, isPublicAddress } from './public-address.ts';
import { createPublicFetch } from './public-fetch.ts';

const SPECIAL = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];
const SPECIAL_V6 = [
  '::',
  '::1',
  '::7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '4000::1',
];
const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '192.169.0.1', '223.5.5.5'];
const PUBLIC_V6 = ['2606:4700:4700::1111', '2400:3200::1', '::ffff:8.8.8.8'];

const check = createPublicFetch().check;

function problemOf(url: string): string | undefined {
  try {
    check(url);
    return undefined;
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
}

describe('a public address', () => {
  test.each([...SPECIAL, ...SPECIAL_V6, '', 'x', '1.2.3', '256.1.1.1'])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([...PUBLIC, ...PUBLIC_V6])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'router',
    'nas.local',
    'x.internal.',
    'a.home.arpa',
  ])('has no such name as %s', (name) => {
    expect(isOwnName(name)).toBe(true);
  });

  test.each(['example.org', 'local.example.org', 'internal.example.'])(
    'may be called %s',
    (name) => {
      expect(isOwnName(name)).toBe(false);
    },
  );
});

describe('S7 a spelt address', () => {
  const random = createRandom(7);

  test.each([...SPECIAL, ...SPECIAL_V6.filter((each) => !each.includes('%'))])(
    'is refused as %s in two hundred spellings',
    (address) => {
      for (let turn = 0; turn < 200; turn += 1) {
        const url = spell(address, random);
        expect([url, problemOf(url)]).toEqual([url, 'forbidden']);
      }
    },
  );

  test.each([...PUBLIC, ...PUBLIC_V6])('is allowed as %s in any spelling', (address) => {
    for (let turn = 0; turn < 200; turn += 1) {
      const url = spell(address, random);
      expect([url, problemOf(url)]).toEqual([url, undefined]);
    }
  });

  test.each([
    ['http://user@8.8.8.8/', 'invalid_input'],
    ['http://8.8.8.8@127.0.0.1/', 'invalid_input'],
    ['http://:x@example.org/', 'invalid_input'],
    ['http://8.8.8.8\\@127.0.0.1/', undefined],
    ['http:\\\\127.0.0.1\\', 'forbidden'],
    ['http:127.0.0.1', 'forbidden'],
    ['  http://127.0.0.1\t/', 'forbidden'],
    ['http://127.0.0.1#@example.org/', 'forbidden'],
    ['http://①②⑦.⓪.⓪.①/', 'forbidden'],
    ['http://127。0。0。1/', 'forbidden'],
    ['file:///etc/passwd', 'invalid_input'],
    ['ftp://8.8.8.8/', 'invalid_input'],
    ['gopher://127.0.0.1/', 'invalid_input'],
    ['javascript:alert(1)', 'invalid_input'],
    ['http://[fe80::1%25eth0]/', 'invalid_input'],
    ['http://1.2.3.4.5/', 'invalid_input'],
    ['example.org', 'invalid_input'],
    ['/page', 'invalid_input'],
    ['', 'invalid_input'],
  ])('%s is %s', (url, problem) => {
    expect(problemOf(url)).toBe(problem);
  });
});

test('a list of addresses reads networks and single ones, and nothing from what is none', () => {
  const allows = createAddressList(['10.0.0.0/8', '192.168.1.7', 'fd00::/8', 'nonsense', '1.2.3']);

  expect(['10.9.9.9', '192.168.1.7', 'fd12::1', '::ffff:10.0.0.1'].filter(allows)).toHaveLength(4);
  expect(['11.0.0.1', '192.168.1.8', 'fe80::1', '', '0.0.0.0'].filter(allows)).toEqual([]);
});

type Random = ReturnType<typeof createRandom>;

function spell(address: string, random: Random): string {
  const host = address.includes(':') ? spellV6(address, random) : spellV4(address, random);
  const scheme = random.pick(['http', 'https', 'HTTP']);
  const port = random.pick(['', ':80', ':8080']);
  return `${scheme}://${host}${port}${random.pick(['', '/', '/a?b=http://example.org', '#x'])}`;
}

/** The forms that the address parser of URLs takes: parts joined, in three bases, in other digits, with a dot at the end. */
function spellV4(address: string, random: Random): string {
  const bytes = address.split('.').map(Number);
  if (random.chance(0.2)) return `[${spellMapped(bytes, random)}]`;
  const joined = random.below(4);
  const head = bytes.slice(0, 3 - joined);
  const tail = bytes.slice(3 - joined).reduce((sum, byte) => sum * 256 + byte, 0);
  const parts = [...head, tail].map((part) => inBase(part, random));
  const digits = random.chance(0.3) ? parts.map(fullWidth) : parts;
  return `${digits.join(random.pick(['.', '.', '。', '．', '%2e']))}${random.pick(['', '', '.'])}`;
}

function spellMapped(bytes: readonly number[], random: Random): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const tail = random.pick([bytes.join('.'), hex, hex.toUpperCase()]);
  return `${random.pick(['::ffff:', '::FFFF:', '0:0:0:0:0:ffff:', '0000::ffff:'])}${tail}`;
}

function spellV6(address: string, random: Random): string {
  const text = random.chance(0.5) ? address.toUpperCase() : address;
  return `[${text}]`;
}

function inBase(value: number, random: Random): string {
  const zeros = '0'.repeat(random.below(3));
  return random.pick([
    String(value),
    `0x${zeros}${value.toString(16)}`,
    `0X${value.toString(16).toUpperCase()}`,
    `0${zeros}${value.toString(8)}`,
  ]);
}

function fullWidth(text: string): string {
  return text.replaceAll(/[0-9a-fx]/gi, (character) =>
    String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0),
  );
}
