/**
 * A connection to a POP3 server (RFC 1939, STLS of RFC 2595): one command at a time, answers as bytes, since mails are.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { faultOfSocket, InboxFault, type InboxLogin, type InboxTools, patience } from './inbox.ts';

const lineEnd = Buffer.from('\r\n');
const answerEnd = Buffer.from('\r\n.\r\n');
/** Bytes of any answer but a mail. */
const mostListed = 16 * 1024 * 1024;

/** The server answers, and says no. */
class Refusal extends InboxFault {}

export class Pop3Connection {
  #socket: Socket;
  #pieces: Buffer[] = [];
  #fault: InboxFault | undefined;
  #wake: (() => void) | undefined;
  readonly #login: InboxLogin;
  readonly #signal: AbortSignal;

  private constructor(socket: Socket, login: InboxLogin, signal: AbortSignal) {
    this.#socket = socket;
    this.#login = login;
    this.#signal = signal;
    this.#hear(socket);
    signal.addEventListener('abort', this.#abort, { once: true });
  }

  /**
   * Connects, encrypts as the login says, and logs in.
   * @throws InboxFault
   */
  static async open(login: InboxLogin, { fetcher, signal }: InboxTools): Promise<Pop3Connection> {
    const address = await fetcher.addressOf(login.host).catch((error: unknown) => {
      throw faultOfSocket(error);
    });
    const connection = new Pop3Connection(connectTcp({ host: address, port: login.port }), login, signal);
    try {
      if (login.security === 'SSL') await connection.#encrypt();
      await connection.#answer('protocol');
      if (login.security === 'TLS') {
        await connection.#ask('STLS', 'tls');
        await connection.#encrypt();
      }
      await connection.#ask(`USER ${login.username}`, 'login');
      await connection.#ask(`PASS ${login.password}`, 'login');
      return connection;
    } catch (error) {
      connection.#socket.destroy();
      throw faultOfSocket(error);
    }
  }

  /** Which mails there are: the number of each in this session, and the id by which it is known for ever. */
  list(): Promise<{ number: number; id: string }[]> {
    return this.#pairs('UIDL');
  }

  /** How many bytes each mail has, by its number. */
  async sizes(): Promise<Map<number, number>> {
    return new Map((await this.#pairs('LIST')).map(({ number, id }) => [number, Number(id)]));
  }

  /** A mail; null when it is gone meanwhile. @param lines of its text, when not all of it is wanted */
  async mail(number: number, most: number, lines?: number): Promise<Buffer | null> {
    const command = lines === undefined ? `RETR ${number}` : `TOP ${number} ${lines}`;
    return this.#lines(command, most).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
  }

  async close(): Promise<void> {
    await this.#ask('QUIT', 'protocol').catch(() => undefined);
    this.#signal.removeEventListener('abort', this.#abort);
    this.#socket.destroy();
  }

  readonly #abort = () => this.#fail(new InboxFault('unreachable'));

  #fail(fault: InboxFault): void {
    this.#fault ??= fault;
    this.#socket.destroy();
    this.#wake?.();
  }

  #hear(socket: Socket): void {
    socket.setTimeout(patience, () => this.#fail(new InboxFault('unreachable')));
    socket.on('data', (piece: Buffer) => {
      this.#pieces.push(piece);
      this.#wake?.();
    });
    socket.on('error', (error) => this.#fail(faultOfSocket(error)));
    socket.on('close', () => this.#fail(new InboxFault('unreachable')));
  }

  async #encrypt(): Promise<void> {
    const { host, trusted } = this.#login;
    const bare = this.#socket;
    bare.removeAllListeners();
    // Whatever was said before the secret begins is nobody's word (RFC 2595, 7).
    this.#pieces = [];
    const secured = connectTls({
      socket: bare,
      host,
      ...(isIP(host) ? {} : { servername: host }),
      ...(trusted ? { ca: trusted } : {}),
    });
    this.#socket = secured;
    await new Promise<void>((resolve, reject) => {
      bare.once('error', reject);
      secured.setTimeout(patience, () => reject(new InboxFault('unreachable')));
      secured.once('error', reject);
      secured.once('close', () => reject(new InboxFault('tls')));
      secured.once('secureConnect', resolve);
    });
    secured.removeAllListeners('error').removeAllListeners('close').removeAllListeners('timeout');
    this.#hear(secured);
  }

  /** Bytes up to and with an end, wherever the network cut them. */
  async #upTo(end: Buffer, most: number): Promise<Buffer> {
    let size = 0;
    let seen = 0;
    let tail = Buffer.alloc(0);
    for (;;) {
      for (; seen < this.#pieces.length; seen++) {
        const piece = this.#pieces[seen] ?? Buffer.alloc(0);
        const joint = Buffer.concat([tail, piece]);
        const at = joint.indexOf(end);
        size += piece.length;
        if (at >= 0) {
          const whole = Buffer.concat(this.#pieces);
          const until = size - joint.length + at + end.length;
          this.#pieces = [whole.subarray(until)];
          return whole.subarray(0, until);
        }
        tail = Buffer.from(joint.subarray(-(end.length - 1)));
      }
      if (size > most) throw new InboxFault('protocol');
      if (this.#fault) throw this.#fault;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async #answer(code: 'protocol' | 'login' | 'tls'): Promise<void> {
    const line = (await this.#upTo(lineEnd, 4096)).toString('latin1');
    if (!line.startsWith('+OK')) throw new Refusal(code);
  }

  async #ask(command: string, code: 'protocol' | 'login' | 'tls'): Promise<void> {
    if (/[\r\n]/.test(command)) throw new InboxFault(code);
    if (this.#fault) throw this.#fault;
    this.#socket.write(`${command}\r\n`);
    await this.#answer(code);
  }

  /** An answer of several lines, without the dot that ends it and those that were added to lines which begin with one. */
  async #lines(command: string, most: number): Promise<Buffer> {
    await this.#ask(command, 'protocol');
    // The end of the first line is also the beginning of an empty answer's end.
    this.#pieces.unshift(lineEnd);
    const answer = await this.#upTo(answerEnd, most);
    const text = answer.subarray(lineEnd.length, -3);
    return text.includes('\r\n.') || text[0] === 0x2e
      ? Buffer.from(text.toString('latin1').replace(/(^|\r\n)\./g, '$1'), 'latin1')
      : text;
  }

  async #pairs(command: string): Promise<{ number: number; id: string }[]> {
    const text = (await this.#lines(command, mostListed)).toString('latin1');
    return text.split('\r\n').flatMap((line) => {
      const found = /^(\d+) (\S+)/.exec(line);
      return found?.[2] === undefined ? [] : [{ number: Number(found[1]), id: found[2] }];
    });
  }
}
