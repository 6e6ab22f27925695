/** Free ports for programs that need a fixed port. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Below the ports that systems give to connections and to servers without a fixed port (from 32768 on Linux): in that
 * range, a connection of another test can take a port between its choice and the start of the program.
 */
const firstPort = 10_000;
const lastPort = 32_000;

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}

/** Finds unused ports of this machine. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(firstPort, lastPort);
    if (await canListen(port)) ports.add(port);
  }
  return [...ports];
}

/** Whether a program listens on the port. */
export async function isPortOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
