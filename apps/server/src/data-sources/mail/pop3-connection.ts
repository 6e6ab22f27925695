/**
 * A connection to a POP3 server (RFC 1939, STLS of RFC 2595): one command at a time, answers as bytes, since mails are.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { InboxError, type InboxLogin, type InboxTools, socketTimeoutMs, toInboxError } from './inbox.ts';

const lineEnd = Buffer.from('\r\n');
const answerEnd = Buffer.from('\r\n.\r\n');
/** Bytes of any answer but a mail. */
const maxListBytes = 16 * 1024 * 1024;

/** The server answers, and says no. */
class Pop3Refusal extends InboxError {}

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

  /** Which mails there are: the number of each in this session, and the id by which it is known for ever. */
  listMails(): Promise<{ number: number; id: string }[]> {
    return this.#readPairs('UIDL');
  }

  /** How many bytes each mail has, by its number. */
  async readSizes(): Promise<Map<number, number>> {
    return new Map((await this.#readPairs('LIST')).map(({ number, id }) => [number, Number(id)]));
  }

  /** A mail; null when it is gone meanwhile. @param lines of its text, when not all of it is wanted */
  async readMail(number: number, maxBytes: number, lines?: number): Promise<Buffer | null> {
    const command = lines === undefined ? `RETR ${number}` : `TOP ${number} ${lines}`;
    return this.#readLines(command, maxBytes).catch((error: unknown) => {
      if (error instanceof Pop3Refusal) return null;
      throw error;
    });
  }

  async close(): Promise<void> {
    await this.#sendCommand('QUIT', 'protocol').catch(() => undefined);
    this.#signal.removeEventListener('abort', this.#abort);
    this.#socket.destroy();
  }

  readonly #abort = () => this.#fail(new InboxError('unreachable'));

  #fail(fault: InboxError): void {
    this.#error ??= fault;
    this.#socket.destroy();
    this.#notifyReader?.();
  }

  #listen(socket: Socket): void {
    socket.setTimeout(socketTimeoutMs, () => this.#fail(new InboxError('unreachable')));
    socket.on('data', (piece: Buffer) => {
      this.#chunks.push(piece);
      this.#notifyReader?.();
    });
    socket.on('error', (error) => this.#fail(toInboxError(error)));
    socket.on('close', () => this.#fail(new InboxError('unreachable')));
  }

  async #encrypt(): Promise<void> {
    const { host, trustedCertificates: trusted } = this.#login;
    const plainSocket = this.#socket;
    plainSocket.removeAllListeners();
    // Whatever was said before the secret begins is nobody's word (RFC 2595, 7).
    this.#chunks = [];
    const tlsSocket = connectTls({
      socket: plainSocket,
      host,
      ...(isIP(host) ? {} : { servername: host }),
      ...(trusted ? { ca: trusted } : {}),
    });
    this.#socket = tlsSocket;
    await new Promise<void>((resolve, reject) => {
      plainSocket.once('error', reject);
      tlsSocket.setTimeout(socketTimeoutMs, () => reject(new InboxError('unreachable')));
      tlsSocket.once('error', reject);
      tlsSocket.once('close', () => reject(new InboxError('tls')));
      tlsSocket.once('secureConnect', resolve);
    });
    tlsSocket.removeAllListeners('error').removeAllListeners('close').removeAllListeners('timeout');
    this.#listen(tlsSocket);
  }

  /** Bytes up to and with an end, wherever the network cut them. */
  async #readUntil(end: Buffer, maxBytes: number): Promise<Buffer> {
    let size = 0;
    let seen = 0;
    let tail = Buffer.alloc(0);
    for (;;) {
      for (; seen < this.#chunks.length; seen++) {
        const piece = this.#chunks[seen] ?? Buffer.alloc(0);
        const joint = Buffer.concat([tail, piece]);
        const at = joint.indexOf(end);
        size += piece.length;
        if (at >= 0) {
          const buffered = Buffer.concat(this.#chunks);
          const until = size - joint.length + at + end.length;
          this.#chunks = [buffered.subarray(until)];
          return buffered.subarray(0, until);
        }
        tail = Buffer.from(joint.subarray(-(end.length - 1)));
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
    if (!line.startsWith('+OK')) throw new Pop3Refusal(code);
  }

  async #sendCommand(command: string, code: 'protocol' | 'login' | 'tls'): Promise<void> {
    if (/[\r\n]/.test(command)) throw new InboxError(code);
    if (this.#error) throw this.#error;
    this.#socket.write(`${command}\r\n`);
    await this.#readStatus(code);
  }

  /** An answer of several lines, without the dot that ends it and those that were added to lines which begin with one. */
  async #readLines(command: string, maxBytes: number): Promise<Buffer> {
    await this.#sendCommand(command, 'protocol');
    // The end of the first line is also the beginning of an empty answer's end.
    this.#chunks.unshift(lineEnd);
    const answer = await this.#readUntil(answerEnd, maxBytes);
    const text = answer.subarray(lineEnd.length, -3);
    return text.includes('\r\n.') || text[0] === 0x2e
      ? Buffer.from(text.toString('latin1').replace(/(^|\r\n)\./g, '$1'), 'latin1')
      : text;
  }

  async #readPairs(command: string): Promise<{ number: number; id: string }[]> {
    const text = (await this.#readLines(command, maxListBytes)).toString('latin1');
    return text.split('\r\n').flatMap((line) => {
      const found = /^(\d+) (\S+)/.exec(line);
      return found?.[2] === undefined ? [] : [{ number: Number(found[1]), id: found[2] }];
    });
  }
}
