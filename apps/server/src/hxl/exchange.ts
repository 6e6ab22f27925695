/**
 * The humanitarian exchange, a CKAN server: asked by its action API, as somebody, with their key. It may be slow or away, and
 * what it refuses is told in its own words.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Organisation } from '@waypost/contract/hxl/hxl';
import { hxlLicenses } from '@waypost/contract/hxl/hxl-vocabulary';
import { z } from 'zod';
import {
  type GuardedFetch,
  GuardedFetchError,
  type GuardedRequest,
  type GuardedResponse,
} from '../kernel/security/guarded-fetch.ts';
import type { MetadataRow } from './hxl.sql.ts';

/**
 * `off`: the operator named none. `key`: it does not know the key, or the key may not. `refused`: it does not like the data.
 * `public`: the dataset has to be private and is not.
 */
export type ExchangeFaultCode = 'off' | 'key' | 'refused' | 'public' | 'unreachable';

export class ExchangeFault extends Error {
  readonly code: ExchangeFaultCode;
  /** What it said. */
  readonly text: string | null;

  constructor(code: ExchangeFaultCode, text: string | null = null) {
    super(`exchange: ${code}`);
    this.code = code;
    this.text = text;
  }
}

/** A file on its way to the exchange, and what is said of it. */
export interface Dataset {
  /** Letters, digits and dashes; the same for each attempt. */
  name: string;
  metadata: MetadataRow;
  /** Who the exchange is to ask about it. */
  maintainer: string | undefined;
  /** Whether the file may only go into a dataset that the exchange itself says is private. */
  mustBePrivate: boolean;
  file: { stream: () => Readable; size: number; name: string };
}

const ExchangeReply = z.object({
  success: z.boolean(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const OrganisationList = z.array(z.object({ id: z.string(), name: z.string(), title: z.string().nullish() }));
const DatasetReply = z.object({
  id: z.string(),
  private: z.unknown().optional(),
  resources: z.array(z.object({ name: z.string().nullish() })).optional(),
});

/** Milliseconds. */
const timeoutMs = { question: 15_000, file: 15 * 60_000 };
const maxFaultTextLength = 500;

/** The exchange's words about what is wrong, by field: `{"title": ["Missing value"], "__type": "Validation Error"}`. */
function faultText(error: unknown): string | null {
  if (typeof error === 'string') return error.slice(0, maxFaultTextLength) || null;
  if (typeof error !== 'object' || error === null) return null;
  const lines = Object.entries(error)
    .filter(([field]) => field !== '__type')
    .map(([field, said]) => {
      const words = [said].flat().map(String).join(', ');
      return field === 'message' ? words : `${field}: ${words}`;
    });
  return lines.join('; ').slice(0, maxFaultTextLength) || null;
}

/** A form with a file at its end, sent piece by piece. */
function buildMultipartForm(fields: Readonly<Record<string, string>>, file: Dataset['file']) {
  const boundary = `waypost-${randomBytes(16).toString('hex')}`;
  const part = (disposition: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n`;
  const head = Buffer.from(
    Object.entries(fields)
      .map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`)
      .join('') + part(`name="upload"; filename="${file.name}"`, 'content-type: text/csv\r\n'),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size + tail.length),
    },
    async *pieces() {
      yield head;
      yield* file.stream();
      yield tail;
    },
  };
}

export class Exchange {
  readonly #address: string | undefined;
  readonly #guarded: GuardedFetch;

  /** @param address of the server, such as `https://data.example.org`; without one nothing can be sent */
  constructor(address: string | undefined, guarded: GuardedFetch) {
    this.#address = address?.replace(/\/+$/, '');
    this.#guarded = guarded;
  }

  /** @throws ExchangeFault */
  async #ask(
    key: string,
    action: string,
    asked: GuardedRequest,
  ): Promise<{ status: number; result: unknown }> {
    if (this.#address === undefined) throw new ExchangeFault('off');
    const headers = { accept: 'application/json', authorization: key, ...asked.headers };
    let answer: GuardedResponse;
    try {
      answer = await this.#guarded.fetch(`${this.#address}/api/3/action/${action}`, {
        timeoutMs: timeoutMs.question,
        ...asked,
        headers,
      });
    } catch (error) {
      if (error instanceof GuardedFetchError) throw new ExchangeFault('unreachable');
      throw error;
    }
    return readAnswer(answer);
  }

  #post(key: string, action: string, body: object, signal?: AbortSignal) {
    return this.#ask(key, action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  }

  /** Where the holder of a key may publish. @throws ExchangeFault */
  async organisations(key: string): Promise<Organisation[]> {
    const action = 'organization_list_for_user?permission=create_dataset';
    const { result } = await this.#ask(key, action, {});
    const read = OrganisationList.safeParse(result);
    if (!read.success) throw new ExchangeFault('unreachable');
    return read.data.map(({ id, name, title }) => ({ id, name, title: title || name }));
  }

  /**
   * Makes a dataset and puts the file into it. What an earlier attempt got done is found by its name, and not done again.
   * Others can make a dataset of that name first, or change it between attempts: only the answer says whether it is private.
   * @returns where the dataset is shown
   * @throws ExchangeFault
   */
  async publish(key: string, dataset: Dataset, signal: AbortSignal): Promise<string> {
    const known = await this.#find(key, dataset.name, signal);
    const made = known ?? (await this.#create(key, dataset, signal));
    if (dataset.mustBePrivate && made.private !== true) throw new ExchangeFault('public');
    if (!made.resources?.some((it) => it.name === dataset.file.name)) {
      const { license_id: _, ...its } = dataset.metadata;
      const fields = { package_id: made.id, name: dataset.file.name, description: its.source, format: 'CSV' };
      const form = buildMultipartForm(fields, dataset.file);
      await this.#ask(key, 'resource_create', {
        method: 'POST',
        headers: form.headers,
        body: () => Readable.from(form.pieces()),
        timeoutMs: timeoutMs.file,
        signal,
      });
    }
    return `${this.#address ?? ''}/dataset/${dataset.name}`;
  }

  async #find(key: string, name: string, signal: AbortSignal) {
    try {
      const { result } = await this.#post(key, 'package_show', { id: name }, signal);
      return DatasetReply.safeParse(result).data;
    } catch (error) {
      // There is none yet, or none that this person may see.
      if (error instanceof ExchangeFault && (error.code === 'refused' || error.code === 'key'))
        return undefined;
      throw error;
    }
  }

  async #create(key: string, { name, metadata, maintainer }: Dataset, signal: AbortSignal) {
    const license = hxlLicenses[metadata.license_id - 1]?.code;
    const { result } = await this.#post(
      key,
      'package_create',
      {
        name,
        title: metadata.dataset_title,
        notes: metadata.dataset_title,
        private: metadata.private,
        owner_org: metadata.organisation_id,
        dataset_source: metadata.source,
        license_id: license,
        ...(maintainer ? { maintainer } : {}),
        methodology: 'Other',
        methodology_other: 'Reports by the public, collected with Waypost',
        data_update_frequency: '-2',
        dataset_date: `[* TO ${metadata.created.toISOString().slice(0, 10)}]`,
        allow_no_resources: true,
      },
      signal,
    );
    const made = DatasetReply.safeParse(result);
    if (!made.success) throw new ExchangeFault('unreachable');
    return made.data;
  }
}

/** @throws ExchangeFault */
function readAnswer({ status, body }: GuardedResponse): { status: number; result: unknown } {
  let said: unknown;
  try {
    said = JSON.parse(body.toString());
  } catch {
    said = undefined;
  }
  const { data } = ExchangeReply.safeParse(said);
  const text = faultText(data?.error);
  if (status === 401 || status === 403) throw new ExchangeFault('key', text);
  if (status >= 500 || status === 429 || !data) throw new ExchangeFault('unreachable', text);
  if (!data.success || status >= 400) throw new ExchangeFault('refused', text);
  return { status, result: data.result };
}
