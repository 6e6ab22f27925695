import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Diagnosis, Finding } from '@waypost/contract/verifier';

export interface Surroundings {
  /** Absolute; where pictures are kept. */
  storageDir: string;
  publicUrl: string | undefined;
  hasMailServer: boolean;
}

async function canWrite(folder: string): Promise<boolean> {
  const probe = path.join(folder, `.probe-${randomUUID()}`);
  try {
    await writeFile(probe, '');
    await rm(probe);
    return true;
  } catch {
    return false;
  }
}

/** Whether the server has what it needs around it. Tells which settings there are, never what they hold. */
export async function checkEnvironment(around: Surroundings): Promise<Diagnosis> {
  if (!(await canWrite(around.storageDir))) {
    const explainer =
      'Let the account that runs the server write to DATA_DIR, and see that the disk is not full.';
    return { errors: [{ message: 'Pictures cannot be stored.', explainer }] };
  }
  const success: Finding[] = [
    { message: 'Pictures can be stored.', explainer: null },
    around.publicUrl === undefined
      ? {
          message: 'PUBLIC_URL is not set.',
          explainer: 'Addresses in answers and mail follow each request. Behind a proxy, set it.',
        }
      : { message: 'PUBLIC_URL is set.', explainer: null },
    around.hasMailServer
      ? { message: 'A mail server is set.', explainer: null }
      : {
          message: 'No mail server is set.',
          explainer: 'Mail leaves by what is set at the data sources, or waits where administrators read it.',
        },
  ];
  return { success };
}
