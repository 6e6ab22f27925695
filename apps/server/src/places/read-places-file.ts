/** Reads the places file of the distribution: gzipped, tab-separated text with a header line. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const header = 'name\tascii\tcountry\tpopulation\tlon\tlat\tnames';

/** A line of the places file. */
export interface PlaceLine {
  name: string;
  /** The name in ASCII; empty for names in another script. */
  ascii: string;
  country: string | null;
  population: number;
  lon: number;
  lat: number;
  /** Names in languages where they differ. */
  names: readonly { language: string; name: string }[];
}

/** SHA-256 of a file in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function parseName(pair: string): { language: string; name: string } {
  const separator = pair.indexOf('=');
  return { language: pair.slice(0, separator), name: pair.slice(separator + 1) };
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
 * Yields the places of a file, the most populous first.
 * @throws when the file cannot be read, or has other columns
 */
export async function* readPlacesFile(file: string): AsyncGenerator<PlaceLine> {
  const text = createGunzip();
  const source = createReadStream(file);
  // Pass read errors on: an unhandled one would end the process.
  source.once('error', (error) => text.destroy(error));
  const lines = createInterface({ input: source.pipe(text), crlfDelay: Infinity });
  let readError: Error | undefined;
  text.once('error', (error) => {
    readError = error;
    lines.close();
  });
  try {
    let isFirst = true;
    for await (const line of lines) {
      if (!isFirst) yield parseLine(line);
      else if (line !== header) throw new Error(`The columns of ${file} are not those expected.`);
      isFirst = false;
    }
    if (readError) throw readError;
  } finally {
    lines.close();
    source.destroy();
    text.destroy();
  }
}
