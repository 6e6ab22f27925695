/**
 * Takes the pictures that rows of an import name, before the transaction that imports the rows: they become uploads of the importer, which
 * their posts attach (docs/decisions/0108).
 */
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { importPictureLimits } from '@waypost/contract/imports/picture-limits';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { inTransactionOfHooks, withTransactionHooks } from '../../kernel/db/in-transaction-with-hooks.ts';
import { openStoredFile } from '../../kernel/files/open-stored-file.ts';
import type { Upload } from '../../kernel/http/multipart.ts';
import { Problem, ValidationError } from '../../kernel/http/problem.ts';
import type { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import {
  deleteUnusedMedia,
  type FindVisibleMedia,
  insertPicture,
  type PictureDependencies,
  storePicture,
} from '../../media/media.public.ts';
import { PictureFetcher } from './fetch-picture.ts';
import { findPictureSource } from './find-pictures.ts';
import type { PictureFault } from './picture-fault.ts';

/** A picture that a field of a row names. */
export interface WantedPicture {
  /** Number of the row. */
  row: number;
  /** Key of the attribute. */
  key: string;
  /** As the cell has it. */
  text: string;
}

/** The upload that a picture has become. `isNew`: nobody has uploaded it. */
interface Taken {
  id: number;
  isNew: boolean;
}

/** What became of a picture: an upload, or why it was not taken. */
export type TakenPicture = WantedPicture & (Taken | { fault: PictureFault });

/** What pictures are taken with. */
export interface TakerDependencies extends PictureDependencies {
  db: Db;
  fetcher: GuardedFetch;
  findVisibleMedia: FindVisibleMedia;
}

/** Pictures that are fetched at once. */
const concurrency = 4;

/** Takes the pictures of one import. */
export class PictureTaker {
  readonly #dependencies: TakerDependencies;
  readonly #fetcher: PictureFetcher;
  readonly #signal: AbortSignal;
  /** Own uploads that rows have taken: a second row gets a copy. */
  readonly #attached = new Set<number>();
  #tried = 0;

  /** @param signal aborted when the import is to stop */
  constructor(dependencies: TakerDependencies, signal: AbortSignal) {
    this.#dependencies = dependencies;
    this.#fetcher = new PictureFetcher(dependencies.fetcher, signal);
    this.#signal = signal;
  }

  /**
   * Takes pictures, in any order.
   * @param importer whose uploads they become
   * @throws when the import is to stop, or a picture cannot be stored
   */
  async take(importer: Viewer, wanted: readonly WantedPicture[]): Promise<TakenPicture[]> {
    const taken: TakenPicture[] = [];
    const remaining = wanted.values();
    const takeRemaining = async () => {
      for (const picture of remaining) {
        const result = await this.#takeOne(picture.text, importer);
        taken.push({ ...picture, ...('rule' in result ? { fault: result } : result) });
      }
    };
    const results = await Promise.allSettled(Array.from({ length: concurrency }, takeRemaining));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) {
      await this.discardUnused(taken);
      throw failed.reason;
    }
    return taken;
  }

  /** Deletes those of the pictures that no post has attached. */
  async discardUnused(taken: readonly TakenPicture[]): Promise<void> {
    const ids = taken.flatMap((picture) => ('id' in picture && picture.isNew ? picture.id : []));
    await inTransaction(this.#dependencies.db, 'writes', (tx) => deleteUnusedMedia(tx, ids));
  }

  async #takeOne(text: string, importer: Viewer): Promise<Taken | PictureFault> {
    this.#signal.throwIfAborted();
    if (++this.#tried > importPictureLimits.pictures)
      return { rule: 'pictureTooMany', params: { max: importPictureLimits.pictures } };
    const { db, findVisibleMedia } = this.#dependencies;
    const source = await inTransaction(db, 'reads', (tx) =>
      findPictureSource(tx, importer, text, findVisibleMedia),
    );
    if ('rule' in source) return source;
    if ('address' in source) {
      const upload = await this.#fetcher.fetch(source.address);
      return 'rule' in upload ? upload : this.#store(upload, null, importer);
    }
    const { id, file, caption } = source.media;
    if (source.isAttachable && !this.#attached.has(id)) {
      this.#attached.add(id);
      return { id, isNew: false };
    }
    const stream = await openStoredFile(this.#dependencies.store, file);
    if (!stream) return { rule: 'pictureGone' };
    // The name that the file had is of the person who uploaded it.
    return this.#store({ name: '', bytes: await buffer(stream), isTooLarge: false }, caption, importer);
  }

  /** Stores a picture as an upload of the importer. */
  async #store(upload: Upload, caption: string | null, importer: Viewer): Promise<Taken | PictureFault> {
    const { id: user_id } = importer;
    if (user_id === null) throw new Error('an import has no importer');
    for (;;)
      try {
        return await withTransactionHooks(async (txHooks) => {
          const picture = await storePicture(this.#dependencies, upload, txHooks, 'imports');
          const { id } = await inTransactionOfHooks(this.#dependencies.db, txHooks, (tx) =>
            insertPicture(tx, { user_id }, picture, caption),
          );
          return { id, isNew: true };
        });
      } catch (error) {
        const [fault] = error instanceof ValidationError ? error.fieldErrors : [];
        if (fault) return { rule: fault.rule, ...(fault.params ? { params: fault.params } : {}) };
        // Too many pictures of others are being processed.
        if (!(error instanceof Problem) || error.retryAfterSeconds === undefined) throw error;
        await wait(error.retryAfterSeconds * 1000, undefined, { signal: this.#signal });
      }
  }
}
