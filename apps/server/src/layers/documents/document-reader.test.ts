/** Limits of the process that reads documents of services. */
import { expect, test } from 'vitest';
import { ContentRefusal } from '../../kernel/security/content-refusal.ts';
import { DocumentReader } from './document-reader.ts';

const largeDocument = `<WMS_Capabilities>${'<a b="c"/>'.repeat(400_000)}</WMS_Capabilities>`;
const smallDocument = '<WMS_Capabilities/>';

test.each([
  ['time', { timeMs: 1 }],
  ['memory', { heapMegabytes: 40 }],
])('a document that takes too much %s is refused, and the next one is read', async (_name, limits) => {
  const limited = new DocumentReader(limits);
  const reader = new DocumentReader();
  try {
    const refused = await limited.readCapabilities(largeDocument, 'wms').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ContentRefusal);
    expect(refused).toMatchObject({ rule: 'layerDocumentComplex' });
    expect(await reader.readCapabilities(smallDocument, 'wms')).toMatchObject({
      layers: [],
      unsupported: [],
    });
  } finally {
    await Promise.all([limited.close(), reader.close()]);
  }
});
