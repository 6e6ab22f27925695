/**
 * A connection to a POP3 server (RFC 1939, STLS of RFC 2595). One command at a time; responses are bytes, since mails are.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { InboxError, type InboxLogin, type InboxTools, socketTimeoutMs, toInboxError } from './inbox.ts';

const lineEnd = Buffer.from('\r\n');
const multiLineEnd = Buffer.from('\r\n.\r\n');
/** Maximum size of a response other than a mail. */
const maxListBytes = 16 * 1024 * 1024;

/** The server responded with an error. */
class Pop3Refusal extends InboxError {}

/** A logged-in POP3 connection. */
export class Pop3Connection {
  #socket: Socket;
  #chunks: Buffer[] = [];
  #error: InboxError | undefined;
  #notifyReader: (() => void) | undefined;
  readonly #login: InboxLogin;
  readonly #signal: AbortSignal;

  private constructor(socket: Socket, login: InboxLogin, signal: AbortSignal) {
    this.#socket = socket;
    this.#login = login;
    this.#signal = signal;
    this.#listen(socket);
    signal.addEventListener('abort', this.#abort, { once: true });
  }

  /**
   * Connects, encrypts as the login says, and logs in.
   * @throws InboxError
   */
  static async open(login: InboxLogin, { fetcher, signal }: InboxTools): Promise<Pop3Connection> {
    const address = await fetcher.resolveHost(login.host).catch((error: unknown) => {
      throw toInboxError(error);
    });
    const connection = new Pop3Connection(connectTcp({ host: address, port: login.port }), login, signal);
    try {
      if (login.security === 'SSL') await connection.#encrypt();
      await connection.#readStatus('protocol');
      if (login.security === 'TLS') {
        await connection.#sendCommand('STLS', 'tls');
        await connection.#encrypt();
      }
      await connection.#sendCommand(`USER ${login.username}`, 'login');
      await connection.#sendCommand(`PASS ${login.password}`, 'login');
      return connection;
    } catch (error) {
      connection.#socket.destroy();
      throw toInboxError(error);
    }
  }

  /** All mails: their numbers in this session, and their permanent ids (UIDL). */
  listMails(): Promise<{ number: number; id: string }[]> {
    return this.#readPairs('UIDL');
  }

  /** Sizes of all mails in bytes, by number. */
  async readSizes(): Promise<Map<number, number>> {
    return new Map((await this.#readPairs('LIST')).map(({ number, id }) => [number, Number(id)]));
  }

  /** A mail; null if it was deleted in the meantime. @param lines only so many lines of the text (TOP) */
  async readMail(number: number, maxBytes: number, lines?: number): Promise<Buffer | null> {
    const command = lines === undefined ? `RETR ${number}` : `TOP ${number} ${lines}`;
    return this.#readLines(command, maxBytes).catch((error: unknown) => {
      if (error instanceof Pop3Refusal) return null;
      throw error;
    });
  }

  /** Ends the session and closes the connection. */
  async close(): Promise<void> {
    await this.#sendCommand('QUIT', 'protocol').catch(() => undefined);
    this.#signal.removeEventListener('abort', this.#abort);
    this.#socket.destroy();
  }

  readonly #abort = () => this.#fail(new InboxError('unreachable'));

  #fail(error: InboxError): void {
    this.#error ??= error;
    this.#socket.destroy();
    this.#notifyReader?.();
  }

  #listen(socket: Socket): void {
    socket.setTimeout(socketTimeoutMs, () => this.#fail(new InboxError('timeout')));
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#notifyReader?.();
    });
    socket.on('error', (error) => this.#fail(toInboxError(error)));
    socket.on('close', () => this.#fail(new InboxError('unreachable')));
  }

  async #encrypt(): Promise<void> {
    const { host, trustedCertificates } = this.#login;
    const plainSocket = this.#socket;
    plainSocket.removeAllListeners();
    // Data received before TLS could be injected by an attacker (RFC 2595, section 7).
    this.#chunks = [];
    const tlsSocket = connectTls({
      socket: plainSocket,
      host,
      ...(isIP(host) ? {} : { servername: host }),
      ...(trustedCertificates ? { ca: trustedCertificates } : {}),
    });
    this.#socket = tlsSocket;
    await new Promise<void>((resolve, reject) => {
      plainSocket.once('error', reject);
      tlsSocket.setTimeout(socketTimeoutMs, () => reject(new InboxError('timeout')));
      tlsSocket.once('error', reject);
      tlsSocket.once('close', () => reject(new InboxError('tls')));
      tlsSocket.once('secureConnect', resolve);
    });
    tlsSocket.removeAllListeners('error').removeAllListeners('close').removeAllListeners('timeout');
    this.#listen(tlsSocket);
  }

  /** Reads up to and including a delimiter, which may be split over chunks. @throws InboxError */
  async #readUntil(delimiter: Buffer, maxBytes: number): Promise<Buffer> {
    let size = 0;
    let searchedChunks = 0;
    let tail = Buffer.alloc(0);
    for (;;) {
      for (; searchedChunks < this.#chunks.length; searchedChunks++) {
        const chunk = this.#chunks[searchedChunks] ?? Buffer.alloc(0);
        const searchable = Buffer.concat([tail, chunk]);
        const index = searchable.indexOf(delimiter);
        size += chunk.length;
        if (index >= 0) {
          const buffered = Buffer.concat(this.#chunks);
          const end = size - searchable.length + index + delimiter.length;
          this.#chunks = [buffered.subarray(end)];
          return buffered.subarray(0, end);
        }
        tail = Buffer.from(searchable.subarray(-(delimiter.length - 1)));
      }
      if (size > maxBytes) throw new InboxError('protocol');
      if (this.#error) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#notifyReader = resolve;
      });
    }
  }

  async #readStatus(code: 'protocol' | 'login' | 'tls'): Promise<void> {
    const line = (await this.#readUntil(lineEnd, 4096)).toString('latin1');
    if (!line.startsWith('+OK'))
      throw new Pop3Refusal(code, { peerText: line.replace(/^-ERR\s*/i, '').trim() });
  }

  async #sendCommand(command: string, code: 'protocol' | 'login' | 'tls'): Promise<void> {
    if (/[\r\n]/.test(command)) throw new InboxError(code);
    if (this.#error) throw this.#error;
    this.#socket.write(`${command}\r\n`);
    await this.#readStatus(code);
  }

  /** Reads a multi-line response, without the terminating dot and with dot-stuffing removed. */
  async #readLines(command: string, maxBytes: number): Promise<Buffer> {
    await this.#sendCommand(command, 'protocol');
    // The line end of the status line is also the beginning of the delimiter of an empty response.
    this.#chunks.unshift(lineEnd);
    const response = await this.#readUntil(multiLineEnd, maxBytes);
    const text = response.subarray(lineEnd.length, -3);
    return text.includes('\r\n.') || text[0] === 0x2e
      ? Buffer.from(text.toString('latin1').replace(/(^|\r\n)\./g, '$1'), 'latin1')
      : text;
  }

  async #readPairs(command: string): Promise<{ number: number; id: string }[]> {
    const text = (await this.#readLines(command, maxListBytes)).toString('latin1');
    return text.split('\r\n').flatMap((line) => {
      const match = /^(\d+) (\S+)/.exec(line);
      return match?.[2] === undefined ? [] : [{ number: Number(match[1]), id: match[2] }];
    });
  }
}
