/** Free ports for programs that need a fixed port. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Finds unused ports of this machine. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((it) => (it.address() as AddressInfo).port);
  await Promise.all(servers.map((it) => once(it.close(), 'close')));
  return ports;
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
