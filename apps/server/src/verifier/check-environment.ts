import type { Diagnosis, Finding } from '@waypost/contract/verifier';
import type { FileStore } from '../kernel/file-store.ts';

export interface Surroundings {
  /** Where pictures are kept. */
  store: FileStore;
  publicUrl: string | undefined;
  hasMailServer: boolean;
}

const canStore = (store: FileStore): Promise<boolean> =>
  store.probe().then(
    () => true,
    () => false,
  );

const explainers = {
  directory: 'Let the account that runs the server write to DATA_DIR, and see that the disk is not full.',
  bucket: 'See that the store that S3_ENDPOINT names answers, and that the key may write to the bucket.',
};

/** Whether the server has what it needs around it. Tells which settings there are, never what they hold. */
export async function checkEnvironment(around: Surroundings): Promise<Diagnosis> {
  if (!(await canStore(around.store))) {
    const explainer = explainers[around.store.kind];
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
