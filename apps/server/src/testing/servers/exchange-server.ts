/**
 * A CKAN exchange on loopback: it implements the action API, stores datasets, and validates as strictly as a real
 * one.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A dataset on the exchange. */
export interface StoredDataset {
  id: string;
  fields: Record<string, unknown>;
  resources: { name: string; fields: Record<string, string>; file: string; fileName: string; type: string }[];
}

/** A running exchange. */
export interface ExchangeServer {
  url: string;
  datasets: StoredDataset[];
  /** Received actions, with the key of each. */
  requests: { action: string; key: string | undefined }[];
  /** Responses to return once instead of the normal one, by action. */
  nextResponses: Map<string, { status: number; body: unknown }>;
  /** What to wait for before the next response to an action; `closed` ends when the client closes the connection. */
  nextWaits: Map<string, (closed: Promise<unknown>) => Promise<unknown>>;
  close: () => Promise<void>;
}

const organisation = { id: 'org-1', name: 'red-river', title: 'Red River Relief' };
const requiredFields = ['name', 'title', 'owner_org', 'license_id', 'dataset_source', 'private'];

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const failure = (error: object) => ({ success: false, error });

/**
 * Starts the exchange.
 * @param key the only valid API key
 */
export async function startExchangeServer(key: string): Promise<ExchangeServer> {
  const datasets: StoredDataset[] = [];
  const requests: ExchangeServer['requests'] = [];
  const nextResponses: ExchangeServer['nextResponses'] = new Map();
  const nextWaits: ExchangeServer['nextWaits'] = new Map();

  function create(fields: Record<string, unknown>) {
    const missing = requiredFields.filter((name) => fields[name] === undefined || fields[name] === '');
    if (missing.length > 0)
      return {
        status: 409,
        body: failure({
          __type: 'Validation Error',
          ...Object.fromEntries(missing.map((name) => [name, ['Missing value']])),
        }),
      };
    if (fields['owner_org'] !== organisation.id)
      return {
        status: 403,
        body: failure({ __type: 'Authorization Error', message: 'Access denied: not your organization' }),
      };
    const dataset = { id: `id-${datasets.length + 1}`, fields, resources: [] };
    datasets.push(dataset);
    const result = { id: dataset.id, private: fields['private'], resources: [] };
    return { status: 200, body: { success: true, result } };
  }

  async function upload(type: string, body: Buffer) {
    // The platform's own form parser checks that the upload is valid multipart.
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const file = form.get('upload');
    const dataset = datasets.find((it) => it.id === form.get('package_id'));
    if (!dataset || !(file instanceof File)) return { status: 404, body: failure({ message: 'Not found' }) };
    const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) as Record<
      string,
      string
    >;
    dataset.resources.push({
      name: fields['name'] ?? '',
      fields,
      file: await file.text(),
      fileName: file.name,
      type: file.type,
    });
    return { status: 200, body: { success: true, result: {} } };
  }

  async function answer(
    action: string,
    request: IncomingMessage,
  ): Promise<{ status: number; body: unknown }> {
    const body = await readBody(request);
    requests.push({ action, key: request.headers.authorization });
    const waitFor = nextWaits.get(action);
    nextWaits.delete(action);
    await waitFor?.(once(request.socket, 'close'));
    const plannedResponse = nextResponses.get(action);
    nextResponses.delete(action);
    if (plannedResponse) return plannedResponse;
    if (request.headers.authorization !== key)
      return { status: 403, body: failure({ __type: 'Authorization Error', message: 'Access denied' }) };
    if (action === 'organization_list_for_user')
      return { status: 200, body: { success: true, result: [organisation] } };
    const parameters =
      request.headers['content-type'] === 'application/json'
        ? (JSON.parse(body.toString()) as Record<string, unknown>)
        : {};
    if (action === 'package_show') {
      const dataset = datasets.find((it) => it.fields['name'] === parameters['id']);
      if (!dataset)
        return { status: 404, body: failure({ __type: 'Not Found Error', message: 'Not found' }) };
      return {
        status: 200,
        body: {
          success: true,
          result: {
            id: dataset.id,
            private: dataset.fields['private'],
            resources: dataset.resources.map(({ name }) => ({ name })),
          },
        },
      };
    }
    if (action === 'package_create') return create(parameters);
    if (action === 'resource_create') return upload(request.headers['content-type'] ?? '', body);
    return { status: 400, body: 'Bad request' };
  }

  const server = createServer((request, reply) => {
    const action = /^\/api\/3\/action\/(\w+)/.exec(request.url ?? '')?.[1] ?? '';
    void answer(action, request).then(({ status, body }) => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    datasets,
    requests,
    nextResponses,
    nextWaits,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
