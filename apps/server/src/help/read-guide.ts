/** Reads the user guide in `docs/guide`: contents, pages and pictures. It contains nothing specific to a deployment. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { type RenderedPage, renderPage, type Section } from './markdown.ts';

/** A rendered page. */
export interface GuidePage extends RenderedPage {
  /** Title of its part. */
  part: string;
  /** A path of this server, such as `/help/user/reporting`. */
  url: string;
}

/** A part of the guide, such as the administrator's guide. */
export interface GuidePart {
  name: string;
  title: string;
  lead: string;
  pages: GuidePage[];
}

/** A picture of the guide. */
export interface Picture {
  file: string;
  bytes: Buffer;
  /** A path of this server with a hash of the picture, for caching. */
  url: string;
  width: number;
  height: number;
}

/** The whole guide. */
export interface Guide {
  parts: GuidePart[];
  /** All pages, in the order of the contents. */
  pages: GuidePage[];
  /** By file name. */
  pictures: Map<string, Picture>;
}

export type { Section };

/** The schema of `contents.json`. Pages are file names without extension. */
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

/** Converts a link between Markdown files to a URL of this server; undefined if the target is not in the guide. */
function resolveGuideLink(
  file: string,
  urlByFile: ReadonlyMap<string, string>,
  link: string,
): string | undefined {
  if (/^(?:https?:|mailto:|#|\/)/.test(link)) return link;
  const [target = '', anchor] = link.split('#');
  const url = urlByFile.get(path.resolve(path.dirname(file), target));
  return url && (anchor ? `${url}#${anchor}` : url);
}

/**
 * Reads and renders the guide.
 * @param folder absolute path of `docs/guide`
 * @throws if the contents or a page cannot be read
 */
export async function readGuide(folder: string): Promise<Guide> {
  const contents = Contents.parse(JSON.parse(await readFile(path.join(folder, 'contents.json'), 'utf8')));
  const pictures = await readPictures(path.join(folder, 'pictures'));
  const files = contents.flatMap((part) =>
    part.pages.map((page) => ({
      file: path.resolve(folder, part.name, `${page}.md`),
      url: `/help/${part.name}/${path.basename(page)}`,
      part,
    })),
  );
  const urlByFile = new Map(files.map(({ file, url }) => [file, url]));
  const pages = await Promise.all(
    files.map(async ({ file, url, part }): Promise<GuidePage> => {
      const rendered = renderPage(await readFile(file, 'utf8'), {
        resolveLink: (link) => resolveGuideLink(file, urlByFile, link),
        resolvePicture: (link) => pictures.get(path.basename(link)),
      });
      return { ...rendered, part: part.title, url };
    }),
  );
  const parts = contents.map(({ name, title, lead }) => ({
    name,
    title,
    lead,
    pages: pages.filter(({ url }) => url.startsWith(`/help/${name}/`)),
  }));
  return { parts, pages, pictures };
}
