/** The file of places that comes with the server: gzipped text, tab-separated, a header line first. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const header = 'name\tascii\tcountry\tpopulation\tlon\tlat\tnames';

export interface PlaceLine {
  name: string;
  /** The name in ASCII; empty for names in another script. */
  ascii: string;
  country: string | null;
  population: number;
  lon: number;
  lat: number;
  /** By language, where it is called otherwise. */
  names: readonly { language: string; name: string }[];
}

/** SHA-256 of a file, in hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function parseName(pair: string): { language: string; name: string } {
  const at = pair.indexOf('=');
  return { language: pair.slice(0, at), name: pair.slice(at + 1) };
}

function parseLine(line: string): PlaceLine {
  const [name = '', ascii = '', country = '', population, lon, lat, names = ''] = line.split('\t');
  return {
    name,
    ascii,
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    population: Number(population),
    lon: Number(lon),
    lat: Number(lat),
    names: names === '' ? [] : names.split('|').map(parseName),
  };
}

/**
 * Its places, the most populous first.
 * @throws when the file cannot be read, or its columns are others than those known here
 */
export async function* readPlacesFile(file: string): AsyncGenerator<PlaceLine> {
  const text = createGunzip();
  const source = createReadStream(file);
  // A file that breaks off ends the lines with its error instead of ending the process.
  source.once('error', (error) => text.destroy(error));
  const lines = createInterface({ input: source.pipe(text), crlfDelay: Infinity });
  let broken: Error | undefined;
  text.once('error', (error) => {
    broken = error;
    lines.close();
  });
  try {
    let isFirst = true;
    for await (const line of lines) {
      if (!isFirst) yield parseLine(line);
      else if (line !== header) throw new Error(`The columns of ${file} are not those expected.`);
      isFirst = false;
    }
    if (broken) throw broken;
  } finally {
    lines.close();
    source.destroy();
    text.destroy();
  }
}
