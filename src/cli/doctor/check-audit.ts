import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dataFolderAt } from '../../app/data-folder.ts';
import { type AuditVerdict, verifyAudit } from '../../observability/verify-audit.ts';
import type { Check } from './check.ts';

/** Whether the audit still is what was written, and what of it was set aside. */
export async function checkAudit(dataDir: string): Promise<Check[]> {
  const { auditPath } = dataFolderAt(dataDir);
  const own = basename(auditPath);
  const names: readonly string[] = await readdir(dataDir).catch(() => []);
  const aside = names.filter((name) => name.startsWith(`${own}.damaged-`));
  return [
    ...(names.includes(own) ? [await checkChain(auditPath)] : []),
    ...aside.map(
      (name): Check => ({
        level: 'open',
        id: 'cli.doctor.audit_aside',
        values: { path: join(dataDir, name) },
      }),
    ),
  ];
}

async function checkChain(path: string): Promise<Check> {
  try {
    return chainCheck(path, await verifyAudit(path));
  } catch {
    return { level: 'wrong', id: 'cli.doctor.audit_unreadable', values: { path } };
  }
}

function chainCheck(path: string, verdict: AuditVerdict): Check {
  if (verdict.ok) {
    return { level: 'fine', id: 'cli.doctor.audit', values: { count: verdict.records } };
  }
  return { level: 'wrong', id: 'cli.doctor.audit_broken', values: { path, line: verdict.line } };
}
