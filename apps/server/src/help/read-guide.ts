/** The guide as it lies in `docs/guide`: its contents, its pages and its pictures. Nothing in it is of one deployment. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { type RenderedPage, renderPage, type Section } from './markdown.ts';

export interface GuidePage extends RenderedPage {
  /** The title of its part. */
  part: string;
  /** A path of this server, such as `/help/user/reporting`. */
  url: string;
}

export interface GuidePart {
  name: string;
  title: string;
  lead: string;
  pages: GuidePage[];
}

export interface Picture {
  file: string;
  bytes: Buffer;
  /** A path of this server that changes with the picture. */
  url: string;
  width: number;
  height: number;
}

export interface Guide {
  parts: GuidePart[];
  /** All of them, in the order of the contents. */
  pages: GuidePage[];
  /** By the names of their files. */
  pictures: Map<string, Picture>;
}

export type { Section };

/** `contents.json`: what there is, in order. Pages are files beside it, without their ending. */
const Contents = z.array(
  z.object({
    name: z.string().regex(/^[a-z]+$/),
    title: z.string(),
    lead: z.string(),
    pages: z.array(z.string()),
  }),
);

async function readPictures(folder: string): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.webp')) continue;
    const file = path.join(folder, name);
    const bytes = await readFile(file);
    const { width, height } = await sharp(bytes).metadata();
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
    pictures.set(name, { file, bytes, url: `/help/pictures/${name}?v=${version}`, width, height });
  }
  return pictures;
}

/** Links as they are in the files, as they are served. */
function resolveGuideLink(
  file: string,
  pages: ReadonlyMap<string, string>,
  link: string,
): string | undefined {
  if (/^(?:https?:|mailto:|#|\/)/.test(link)) return link;
  const [target = '', anchor] = link.split('#');
  const address = pages.get(path.resolve(path.dirname(file), target));
  return address && (anchor ? `${address}#${anchor}` : address);
}

/**
 * @param folder absolute; `docs/guide`
 * @throws when a page or the contents cannot be read
 */
export async function readGuide(folder: string): Promise<Guide> {
  const contents = Contents.parse(JSON.parse(await readFile(path.join(folder, 'contents.json'), 'utf8')));
  const pictures = await readPictures(path.join(folder, 'pictures'));
  const files = contents.flatMap((part) =>
    part.pages.map((page) => ({
      file: path.resolve(folder, part.name, `${page}.md`),
      address: `/help/${part.name}/${path.basename(page)}`,
      part,
    })),
  );
  const addresses = new Map(files.map(({ file, address }) => [file, address]));
  const pages = await Promise.all(
    files.map(async ({ file, address, part }): Promise<GuidePage> => {
      const rendered = renderPage(await readFile(file, 'utf8'), {
        resolveLink: (link) => resolveGuideLink(file, addresses, link),
        resolvePicture: (link) => pictures.get(path.basename(link)),
      });
      return { ...rendered, part: part.title, url: address };
    }),
  );
  const parts = contents.map(({ name, title, lead }) => ({
    name,
    title,
    lead,
    pages: pages.filter((it) => it.url.startsWith(`/help/${name}/`)),
  }));
  return { parts, pages, pictures };
}
