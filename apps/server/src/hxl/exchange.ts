/**
 * Client of the humanitarian data exchange (HDX), a CKAN server. It uses the action API with a user's key. Error texts of the
 * server are passed on, without the key.
 */

import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { trailingSlashes } from '@waypost/contract/common/trailing-slashes';
import type { Organisation } from '@waypost/contract/hxl/hxl';
import { hxlLicenses } from '@waypost/contract/hxl/hxl-vocabulary';
import { z } from 'zod';
import {
  type GuardedFetch,
  GuardedFetchError,
  type GuardedRequest,
  type GuardedResponse,
} from '../kernel/security/guarded-fetch.ts';
import { replaceSecrets } from '../kernel/security/replace-secrets.ts';
import type { MetadataRow } from './hxl.sql.ts';

/**
 * `off`: no exchange is configured. `key`: the key is unknown or lacks permission. `refused`: the data was rejected.
 * `public`: the dataset must be private and is not. `unreachable`: no usable answer.
 */
export type ExchangeFaultCode = 'off' | 'key' | 'refused' | 'public' | 'unreachable';

/** A failed request to the exchange. */
export class ExchangeFault extends Error {
  readonly code: ExchangeFaultCode;
  /** Error text of the exchange. */
  readonly text: string | null;

  constructor(code: ExchangeFaultCode, text: string | null = null) {
    super(`exchange: ${code}`);
    this.code = code;
    this.text = text;
  }
}

/** A file to upload, with the metadata of its dataset. */
export interface Dataset {
  /** Name of letters, digits and dashes; the same for each attempt. */
  name: string;
  metadata: MetadataRow;
  /** Maintainer of the dataset on the exchange. */
  maintainer: string | undefined;
  /** Whether the file may be uploaded only after the exchange has confirmed that the dataset is private. */
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

const timeoutMs = { action: 15_000, upload: 15 * 60_000 };
const maxErrorTextLength = 500;

/** The text of an error of the exchange: `{"title": ["Missing value"], "__type": "Validation Error"}`. */
function joinErrorTexts(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null) return '';
  const lines = Object.entries(error)
    .filter(([field]) => field !== '__type')
    .map(([field, messages]) => {
      const text = [messages].flat().map(String).join(', ');
      return field === 'message' ? text : `${field}: ${text}`;
    });
  return lines.join('; ');
}

/** The same to be stored and shown: of limited length, and without the key, which some servers repeat. */
const formatErrorText = (error: unknown, key: string): string | null =>
  replaceSecrets(joinErrorTexts(error), [key]).slice(0, maxErrorTextLength) || null;

/** A multipart form with a file as its last part, as a stream. */
function buildMultipartForm(fields: Readonly<Record<string, string>>, file: Dataset['file']) {
  const boundary = `waypost-${randomBytes(16).toString('hex')}`;
  const partHead = (disposition: string, headers = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${headers}\r\n`;
  const head = Buffer.from(
    Object.entries(fields)
      .map(([name, value]) => `${partHead(`name="${name}"`)}${value}\r\n`)
      .join('') + partHead(`name="upload"; filename="${file.name}"`, 'content-type: text/csv\r\n'),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size + tail.length),
    },
    async *chunks() {
      yield head;
      yield* file.stream();
      yield tail;
    },
  };
}

/** Client of one exchange. */
export class Exchange {
  readonly #baseUrl: string | undefined;
  readonly #guardedFetch: GuardedFetch;

  /** @param baseUrl such as `https://data.example.org`; undefined: every request fails with `off` */
  constructor(baseUrl: string | undefined, guardedFetch: GuardedFetch) {
    this.#baseUrl = baseUrl?.replace(trailingSlashes, '');
    this.#guardedFetch = guardedFetch;
  }

  /** Whether the operator has set an exchange. */
  get isConfigured(): boolean {
    return this.#baseUrl !== undefined;
  }

  /** @throws ExchangeFault */
  async #request(
    key: string,
    action: string,
    options: GuardedRequest,
  ): Promise<{ status: number; result: unknown }> {
    if (this.#baseUrl === undefined) throw new ExchangeFault('off');
    const headers = { accept: 'application/json', authorization: key, ...options.headers };
    let response: GuardedResponse;
    try {
      response = await this.#guardedFetch.fetch(`${this.#baseUrl}/api/3/action/${action}`, {
        timeoutMs: timeoutMs.action,
        ...options,
        headers,
      });
    } catch (error) {
      if (error instanceof GuardedFetchError) throw new ExchangeFault('unreachable');
      throw error;
    }
    return parseResponse(response, key);
  }

  #post(key: string, action: string, body: object, signal?: AbortSignal) {
    return this.#request(key, action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  }

  /** The organisations for which the holder of a key may create datasets. @throws ExchangeFault */
  async organisations(key: string): Promise<Organisation[]> {
    const action = 'organization_list_for_user?permission=create_dataset';
    const { result } = await this.#request(key, action, {});
    const parsed = OrganisationList.safeParse(result);
    if (!parsed.success) throw new ExchangeFault('unreachable');
    return parsed.data.map(({ id, name, title }) => ({ id, name, title: title || name }));
  }

  /**
   * Creates a dataset and uploads the file into it. Steps that an earlier attempt has finished are found by name, and skipped.
   * Others can create a dataset of that name first, or change it between attempts, so whether it is private is read from the
   * answer of the exchange.
   * @throws ExchangeFault; the reason of `signal` when it aborts
   */
  async publish(key: string, dataset: Dataset, signal: AbortSignal): Promise<void> {
    const existing = await this.#find(key, dataset.name, signal);
    const { id, private: isPrivate, resources } = existing ?? (await this.#create(key, dataset, signal));
    if (dataset.mustBePrivate && isPrivate !== true) throw new ExchangeFault('public');
    if (!resources?.some(({ name }) => name === dataset.file.name)) {
      const { source } = dataset.metadata;
      const fields = { package_id: id, name: dataset.file.name, description: source, format: 'CSV' };
      const form = buildMultipartForm(fields, dataset.file);
      await this.#request(key, 'resource_create', {
        method: 'POST',
        headers: form.headers,
        body: () => Readable.from(form.chunks()),
        timeoutMs: timeoutMs.upload,
        signal,
      });
    }
  }

  /** URL of the dataset of this name. */
  datasetUrl(name: string): string {
    return `${this.#baseUrl ?? ''}/dataset/${name}`;
  }

  async #find(key: string, name: string, signal: AbortSignal) {
    try {
      const { result } = await this.#post(key, 'package_show', { id: name }, signal);
      return DatasetReply.safeParse(result).data;
    } catch (error) {
      // The dataset does not exist, or the holder of the key may not see it.
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
    const parsed = DatasetReply.safeParse(result);
    if (!parsed.success) throw new ExchangeFault('unreachable');
    return parsed.data;
  }
}

/** @throws ExchangeFault */
function parseResponse({ status, body }: GuardedResponse, key: string): { status: number; result: unknown } {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    json = undefined;
  }
  const { data } = ExchangeReply.safeParse(json);
  const text = formatErrorText(data?.error, key);
  if (status === 401 || status === 403) throw new ExchangeFault('key', text);
  if (status >= 500 || status === 429 || !data) throw new ExchangeFault('unreachable', text);
  if (!data.success || status >= 400) throw new ExchangeFault('refused', text);
  return { status, result: data.result };
}
