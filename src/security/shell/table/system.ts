import { argTexts, hasFlag, operandsOf, type ProgramCall, pathsOf } from '../program-call.ts';
import { isBlockDevice, type SensitivePlace } from '../sensitive-paths.ts';
import { writtenTexts } from '../written-texts.ts';
import { type GuardRow, spanOf } from './guard-row.ts';

function findDeviceWrite(call: ProgramCall, place: SensitivePlace): string | undefined {
  const paths = writtenTexts(call).flatMap((text) => pathsOf(text, call, place));
  return paths.some(isBlockDevice) ? spanOf(call) : undefined;
}

const FILESYSTEM_MAKERS = /^(mkfs(\..+)?|mke2fs|mkswap|wipefs|mkdosfs|mkntfs|newfs(_.+)?)$/;

function findFilesystem(call: ProgramCall): string | undefined {
  return makesFilesystem(call) ? spanOf(call) : undefined;
}

function makesFilesystem(call: ProgramCall): boolean {
  const texts = argTexts(call);
  const { program } = call;
  if (FILESYSTEM_MAKERS.test(program))
    return !texts.every((text) => /^--?(help|version|V)$/.test(text));
  if (program === 'parted')
    return texts.some((text) => /\b(mklabel|mktable|mkpart|rm|rescue)\b/.test(text));
  if (program === 'cryptsetup')
    return texts.some((text) => /^(luksFormat|luksErase|erase|reencrypt)$/i.test(text));
  if (program === 'diskutil')
    return texts.some((text) => /^(erase|partition|zero|secureErase)/i.test(text));
  if (program === 'sgdisk')
    return !texts.every((text) => /^(-[pivVEFDLR]|--print|\/dev\/.*)$/.test(text));
  if (/^(s|c|g)?fdisk$/.test(program)) return !hasFlag(call, 'ldVJ', '--list', '--dump', '--help');
  return false;
}

const POWER = new Set(['shutdown', 'reboot', 'halt', 'poweroff']);
const POWER_VERBS = new Set(['poweroff', 'reboot', 'halt', 'kexec', 'soft-reboot']);
const POWER_UNITS = /^(poweroff|reboot|halt|kexec|shutdown|rescue|emergency)\.target$/;

function findPowerOff(call: ProgramCall, place: SensitivePlace): string | undefined {
  return powersOff(call, place) ? spanOf(call) : undefined;
}

function powersOff(call: ProgramCall, place: SensitivePlace): boolean {
  const operands = operandsOf(call).map(({ text }) => text);
  if (POWER.has(call.program)) return !hasFlag(call, '', '--help', '--version');
  if (call.program === 'init' || call.program === 'telinit') {
    return operands.some((text) => /^[06]$/.test(text));
  }
  if (call.program === 'systemctl' || call.program === 'loginctl') {
    return operands.some((text) => POWER_VERBS.has(text) || POWER_UNITS.test(text));
  }
  const written = writtenTexts(call).flatMap((text) => pathsOf(text, call, place));
  return written.some((path) => path.join('/') === 'proc/sysrq-trigger');
}

const SERVICE_VERBS =
  /^(start|stop|restart|reload|try-restart|reload-or-restart|enable|disable|mask|unmask|kill|isolate|edit|set-default|daemon-reload)$/;

function findServiceControl(call: ProgramCall): string | undefined {
  const operands = operandsOf(call).map(({ text }) => text);
  const controls =
    (['systemctl', 'launchctl', 'rc-service', 'supervisorctl'].includes(call.program) &&
      operands.some(
        (text) => SERVICE_VERBS.test(text) || /^(bootstrap|bootout|load|unload)$/.test(text),
      )) ||
    (call.program === 'service' && SERVICE_VERBS.test(operands[1] ?? '')) ||
    (/^\/etc\/(init\.d|rc\.d)\//.test(call.name?.text ?? '') &&
      SERVICE_VERBS.test(operands[0] ?? ''));
  return controls ? spanOf(call) : undefined;
}

function findBroadKill(call: ProgramCall): string | undefined {
  const { program } = call;
  if (/^(pkill|killall|killall5|skill|slay|xkill)$/.test(program)) return spanOf(call);
  if (program === 'fuser') return hasFlag(call, 'k', '--kill') ? spanOf(call) : undefined;
  if (program !== 'kill') return undefined;
  const [signal, ...others] = argTexts(call);
  const targets = /^-/.test(signal ?? '') ? others : argTexts(call);
  const broad =
    call.openEnded || targets.some((text) => !/^(\d+|%[\w+-]*|-[slLn]|-?[A-Z]+\d*|--)$/.test(text));
  return broad || targets.includes('-1') || targets.includes('0') ? spanOf(call) : undefined;
}

function findWorldWritable(call: ProgramCall): string | undefined {
  if (call.program !== 'chmod') return undefined;
  const mode = argTexts(call).find((text) => !/^-([RcfvhHLP]+|-.*)$/.test(text)) ?? '';
  return mode.split(',').some(opensToAll) ? spanOf(call) : undefined;
}

/** Writable by everybody, or run with the rights of its owner. */
function opensToAll(mode: string): boolean {
  if (/^[0-7]+$/.test(mode)) return (Number.parseInt(mode, 8) & 0o6002) !== 0;
  const [, who = '', rights = ''] = /^([ugoa]*)[+=]([rwxXst]*)$/.exec(mode) ?? [];
  return rights.includes('s') || (rights.includes('w') && /[oa]/.test(who));
}

function findRootOwner(call: ProgramCall): string | undefined {
  if (call.program !== 'chown' && call.program !== 'chgrp') return undefined;
  const owner = operandsOf(call)[0]?.text ?? '';
  return /^(root|0|\+0)?([:.](root|0|wheel)?)?$/.test(owner) && /root|0|wheel/.test(owner)
    ? spanOf(call)
    : undefined;
}

export const systemRows: readonly GuardRow[] = [
  {
    key: 'block_device_write',
    find: findDeviceWrite,
    examples: {
      yes: [
        'dd if=/dev/zero of=/dev/sda bs=1M',
        'cat backup.img > /dev/sdb',
        'dd of=/dev/nvme0n1 if=disk.img',
        'cp disk.img /dev/sdb',
        'echo x | sudo tee /dev/vda',
        'shred -n 1 /dev/sda',
        'exec 3<>/dev/sda',
      ],
      no: ['dd if=/dev/zero of=blank.img count=4', 'ls > /dev/null', 'echo x > /dev/stderr'],
    },
  },
  {
    key: 'make_filesystem',
    find: findFilesystem,
    examples: {
      yes: [
        'mkfs.ext4 /dev/sdb1',
        'sudo mkfs -t xfs /dev/sdc',
        'mke2fs -F /dev/sdb',
        'wipefs -a /dev/sdb1',
        'mkswap /dev/sda2',
        'parted /dev/sda mklabel gpt',
        'sgdisk -Z /dev/sda',
        'fdisk /dev/sda',
        'cryptsetup luksFormat /dev/sdb1',
      ],
      no: ['fdisk -l', 'parted -l', 'sgdisk -p /dev/sda', 'man mkfs', 'mkfs.ext4 --help'],
    },
  },
  {
    key: 'power_off',
    find: findPowerOff,
    examples: {
      yes: [
        'shutdown -h now',
        'sudo reboot',
        'systemctl poweroff',
        'init 0',
        'sleep 5 && halt -p',
        "bash -lc 'npm run build; shutdown -r +1'",
        'echo b > /proc/sysrq-trigger',
        'systemctl isolate reboot.target',
      ],
      no: ['man shutdown', 'command -v reboot', 'echo shutdown', 'npm run shutdown-test'],
    },
  },
  {
    key: 'service_control',
    find: findServiceControl,
    examples: {
      yes: [
        'systemctl restart nginx',
        'sudo service postgresql stop',
        'systemctl disable --now ssh',
        '/etc/init.d/redis-server restart',
      ],
      no: ['systemctl status nginx', 'service --status-all', 'journalctl -u nginx'],
    },
  },
  {
    key: 'broad_kill',
    find: findBroadKill,
    examples: {
      yes: [
        'pkill -f node',
        'killall python3',
        'kill -9 -1',
        'kill -9 $(pgrep x)',
        'fuser -k 80/tcp',
      ],
      no: ['kill 48213', 'kill -TERM 48213', 'kill -s TERM 4 5', 'kill %1', 'kill -l'],
    },
  },
  {
    key: 'world_writable',
    find: findWorldWritable,
    examples: {
      yes: [
        'chmod 777 deploy.sh',
        'chmod -R 0777 .',
        'chmod a+rwx data',
        'chmod o+w x',
        'chmod u+s tool',
        'chmod 4755 tool',
        'find . -type d -exec chmod 777 {} \\;',
      ],
      no: ['chmod +x run.sh', 'chmod 644 a', 'chmod 755 a', 'chmod u+w a', 'chmod 0600 a'],
    },
  },
  {
    key: 'root_owner',
    find: findRootOwner,
    examples: {
      yes: ['sudo chown root:root a', 'chown -R root .', 'chown 0:0 bin/tool'],
      no: ['chown u:u out.txt', 'chown 1000 a'],
    },
  },
];
