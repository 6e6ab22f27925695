import type { Diagnosis, DiagnosisFinding } from '@waypost/contract/verifier/verifier';
import type { FileStore } from '../kernel/files/file-store.ts';

/** What is checked. */
export interface EnvironmentDependencies {
  /** Store of pictures. */
  store: FileStore;
  publicUrl: string | undefined;
  hasMailServer: boolean;
}

const canStore = (store: FileStore): Promise<boolean> =>
  store.checkAccess().then(
    () => true,
    () => false,
  );

const explainers = {
  directory: 'Let the account that runs the server write to DATA_DIR, and see that the disk is not full.',
  bucket: 'See that the store that S3_ENDPOINT names answers, and that the key may write to the bucket.',
};

/** Checks file store, public URL and mail server. The answer says which settings are set, without their values. */
export async function checkEnvironment(dependencies: EnvironmentDependencies): Promise<Diagnosis> {
  if (!(await canStore(dependencies.store))) {
    const explainer = explainers[dependencies.store.kind];
    return { errors: [{ message: 'Pictures cannot be stored.', explainer }] };
  }
  const success: DiagnosisFinding[] = [
    { message: 'Pictures can be stored.', explainer: null },
    dependencies.publicUrl === undefined
      ? {
          message: 'PUBLIC_URL is not set.',
          explainer: 'Addresses in answers and mail follow each request. Behind a proxy, set it.',
        }
      : { message: 'PUBLIC_URL is set.', explainer: null },
    dependencies.hasMailServer
      ? { message: 'A mail server is set.', explainer: null }
      : {
          message: 'No mail server is set.',
          explainer: 'Mail leaves by what is set at the data sources, or waits where administrators read it.',
        },
  ];
  return { success };
}
