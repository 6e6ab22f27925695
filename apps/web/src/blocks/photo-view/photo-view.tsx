/** A picture with its caption. */

import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readMedia } from '@waypost/contract/media/media';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { CoverButton } from '../photo-cover/cover-button.tsx';
import classes from './photo-view.module.css';

const loadCoverDialog = () => import('../photo-cover/cover-stored-photo.tsx');
const PictureWithOriginal = lazy(() => import('../reporter/picture-with-original.tsx'));

/** Shows the picture, and enlarges it in a dialog when pressed. Who may change it can cover parts of it there. */
export function PhotoView({ id, label }: { id: number; label: string }) {
  const { t } = useTranslation();
  const { data: media, isError } = useQuery(buildEndpointQuery(readMedia, { params: { id } }));
  const [isLarge, setLarge] = useState(false);
  const cover = useLazyDialog(loadCoverDialog);
  if (isError) return <span className={classes['muted']}>{t('post.photo.notShown')}</span>;
  if (!media) return <div className={classes['photo']} />;
  const { caption, original_file_url, original_width, original_height, allowed_privileges } = media;
  const alt = caption || t('post.photo.of', { label });
  const covered = <img className={classes['large']} src={original_file_url} alt={alt} />;
  return (
    <figure className={classes['figure']}>
      <UnstyledButton
        className={classes['photo']}
        aria-label={t('post.photo.enlarge', { name: alt })}
        onClick={() => setLarge(true)}
        style={{ aspectRatio: `${Math.max(1, original_width)} / ${Math.max(1, original_height)}` }}
      >
        <img src={original_file_url} alt="" loading="lazy" />
      </UnstyledButton>
      {caption && <figcaption dir="auto">{caption}</figcaption>}
      <Modal
        opened={isLarge}
        onClose={() => setLarge(false)}
        fullScreen
        title={<span dir="auto">{alt}</span>}
      >
        {media.has_original ? (
          <Suspense fallback={covered}>
            <PictureWithOriginal
              id={id}
              url={original_file_url}
              alt={alt}
              className={classes['large'] ?? ''}
            />
          </Suspense>
        ) : (
          covered
        )}
        {allowed_privileges.includes('update') && (
          <div className={classes['actions']}>
            <CoverButton
              onClick={() => {
                setLarge(false);
                const keepsOriginal = media.when_covered === 'keep-original';
                cover.open({ id, url: original_file_url, keepsOriginal });
              }}
            />
          </div>
        )}
      </Modal>
      {cover.dialog}
    </figure>
  );
}
