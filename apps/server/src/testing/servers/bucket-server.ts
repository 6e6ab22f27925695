/**
 * A small S3 server on loopback that simulates failures which a real store cannot be made to show: accepting a
 * request without a response, stopping in the middle, losing a response, losing the bucket. It verifies each
 * signature independently, over the requested host.
 */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction, Socket } from 'node:net';
import type { S3Settings } from '../../kernel/config/s3-settings.ts';

/**
 * How to respond: normally; not at all; with half of the body, then nothing; or by closing the connection after the
 * operation.
 */
type ResponseMode = 'answer' | 'silent' | 'half' | 'lose';

/** A recorded request. */
interface RecordedRequest {
  method: string;
  host: string;
  path: string;
  headers: IncomingMessage['headers'];
}

/** A running S3 server. */
export interface BucketServer {
  settings: S3Settings;
  /** Resolves every host name to this machine. */
  lookup: LookupFunction;
  /** All requests, in order. */
  requests: RecordedRequest[];
  /** The files of the bucket; undefined once the bucket was removed. */
  files: Map<string, Buffer> | undefined;
  /** Called for each request; decides how to respond. */
  responseMode: (recorded: RecordedRequest) => ResponseMode;
  close: () => Promise<void>;
}

const secret = 'known to the tests alone';
const region = 'eu-test-1';
const keyId = 'tester';

const sha256Hex = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Verifies AWS Signature Version 4 over the received request. */
function isSignatureValid(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '', host = '' } = request.headers;
  const [, accessKey, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? [];
  const signed = names.split(';');
  const date = String(request.headers['x-amz-date']);
  if (accessKey !== keyId || !signed.includes('host') || !signed.includes('x-amz-content-sha256'))
    return false;
  if (request.headers['x-amz-content-sha256'] !== sha256Hex(body)) return false;
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const sorted = query
    .split('&')
    .filter((server) => server !== '')
    .map((server) => (server.includes('=') ? server : `${server}=`))
    .sort()
    .join('&');
  const lines = signed.map((name) => `${name}:${name === 'host' ? host : String(request.headers[name])}\n`);
  const canonical = [request.method, path, sorted, lines.join(''), names, sha256Hex(body)].join('\n');
  const [day = '', place, service, end] = scope.split('/');
  if (place !== region || service !== 's3' || end !== 'aws4_request') return false;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  return (
    hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256Hex(canonical)].join('\n')).toString('hex') ===
    signature
  );
}

const errorXml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
const etagOf = (bytes: Buffer) => `"${sha256Hex(bytes).slice(0, 32)}"`;

interface S3Response {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Parts of running multipart uploads, by upload id. */
type MultipartUploads = Map<string, Map<number, Buffer>>;

/** Storage time of each file. */
const times = new WeakMap<Buffer, string>();
const timeOf = (content: Buffer) => times.get(content) ?? new Date(0).toUTCString();

function listObjects(files: Map<string, Buffer>, prefix: string): S3Response {
  const body = [...files]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, content]) => {
      const modified = new Date(timeOf(content)).toISOString();
      return `<Contents><Key>${encodeURIComponent(name)}</Key><LastModified>${modified}</LastModified></Contents>`;
    })
    .join('');
  return {
    status: 200,
    body: `<ListBucketResult><IsTruncated>false</IsTruncated>${body}</ListBucketResult>`,
  };
}

function getObject(
  content: Buffer,
  {
    range,
    'if-match': match,
    'if-none-match': noneMatch,
    'if-modified-since': since,
  }: IncomingMessage['headers'],
): S3Response {
  const stored = timeOf(content);
  // Headers of an object besides its content.
  const headers = {
    etag: etagOf(content),
    'last-modified': stored,
    'x-amz-request-id': 'tx00000',
    'x-amz-version-id': 'v1',
  };
  if (match !== undefined && match !== headers.etag)
    return { status: 412, body: errorXml('PreconditionFailed') };
  if (noneMatch === headers.etag) return { status: 304, headers };
  if (noneMatch === undefined && since !== undefined && Date.parse(stored) <= Date.parse(since))
    return { status: 304, headers };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined) return { status: 200, headers, body: content };
  if (Number(from) >= content.length) return { status: 416, body: errorXml('InvalidRange') };
  const last = to === '' || to === undefined ? content.length - 1 : Math.min(Number(to), content.length - 1);
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${from}-${last}/${content.length}` },
    body: content.subarray(Number(from), last + 1),
  };
}

function postObject(
  files: Map<string, Buffer>,
  parts: MultipartUploads,
  key: string,
  query: URLSearchParams,
): S3Response {
  const uploadId = query.get('uploadId');
  if (uploadId === null) {
    const uploadId = `upload-${parts.size + 1}`;
    parts.set(uploadId, new Map());
    const body = `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`;
    return { status: 200, body };
  }
  const uploadParts = parts.get(uploadId);
  if (!uploadParts) return { status: 404, body: errorXml('NoSuchUpload') };
  parts.delete(uploadId);
  files.set(key, Buffer.concat([...uploadParts].sort(([a], [b]) => a - b).map(([, part]) => part)));
  return { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
}

function putObject(
  files: Map<string, Buffer>,
  parts: MultipartUploads,
  key: string,
  query: URLSearchParams,
  body: Buffer,
): S3Response {
  const uploadId = query.get('uploadId');
  times.set(body, new Date().toUTCString());
  if (uploadId === null) files.set(key, body);
  else parts.get(uploadId)?.set(Number(query.get('partNumber')), body);
  return { status: 200, headers: { etag: etagOf(body) } };
}

function handleObjectRequest(
  files: Map<string, Buffer>,
  parts: MultipartUploads,
  request: IncomingMessage,
  key: string,
  body: Buffer,
): S3Response {
  const query = new URLSearchParams((request.url ?? '').split('?')[1] ?? '');
  if (request.method === 'PUT') return putObject(files, parts, key, query, body);
  if (request.method === 'POST') return postObject(files, parts, key, query);
  if (request.method === 'DELETE') {
    if (query.has('uploadId')) parts.delete(query.get('uploadId') ?? '');
    else files.delete(key);
    return { status: 204 };
  }
  if (key === '') return listObjects(files, query.get('prefix') ?? '');
  const content = files.get(key);
  return content ? getObject(content, request.headers) : { status: 404, body: errorXml('NoSuchKey') };
}

function sendResponse(
  response: ServerResponse,
  request: IncomingMessage,
  { status, headers, body = '' }: S3Response,
  manner: ResponseMode,
): void {
  const bytes = Buffer.from(body as Buffer);
  if (manner === 'lose') {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'content-length': bytes.length, ...headers });
  if (request.method === 'HEAD') response.end();
  else if (manner === 'half') response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
  else response.end(bytes);
}

/**
 * Starts the server.
 * @param style whether requests name the bucket in the path or in the host
 */
export async function startBucketServer(style: S3Settings['style'] = 'path'): Promise<BucketServer> {
  const bucket = 'reports';
  const parts: MultipartUploads = new Map();
  const sockets = new Set<Socket>();
  const listener = createServer();
  listener.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const name = style === 'path' ? '127.0.0.1' : 'store.example';
  const host = style === 'path' ? `${name}:${port}` : `${bucket}.${name}:${port}`;
  const server: BucketServer = {
    settings: {
      endpoint: `http://${name}:${port}`,
      bucket,
      region,
      accessKeyId: keyId,
      secretAccessKey: secret,
      prefix: 'site/',
      style,
    },
    lookup: (_name, options, callback) => {
      if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
      else callback(null, '127.0.0.1', 4);
    },
    requests: [],
    files: new Map(),
    responseMode: () => 'answer',
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
  const answerTo = (request: IncomingMessage, path: string, body: Buffer): S3Response => {
    if (!isSignatureValid(request, body)) return { status: 403, body: errorXml('SignatureDoesNotMatch') };
    const root = style === 'path' ? `/${bucket}/` : '/';
    if (request.headers.host !== host || !path.startsWith(root) || !server.files)
      return { status: 404, body: errorXml('NoSuchBucket') };
    return handleObjectRequest(
      server.files,
      parts,
      request,
      decodeURIComponent(path.slice(root.length)),
      body,
    );
  };
  listener.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?');
    const { method = '', headers } = request;
    const recorded = { method, host: headers.host ?? '', path, headers };
    server.requests.push(recorded);
    const manner = server.responseMode(recorded);
    if (manner === 'silent') return;
    const chunks: Buffer[] = [];
    request.on('data', (bytes: Buffer) => chunks.push(bytes));
    request.on('end', () =>
      sendResponse(response, request, answerTo(request, path, Buffer.concat(chunks)), manner),
    );
  });
  return server;
}
