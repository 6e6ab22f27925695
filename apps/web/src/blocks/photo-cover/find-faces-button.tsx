import { Button } from '@mantine/core';
import { IconFaceId } from '@tabler/icons-react';
import type { CoverStyle, PictureCover } from '@waypost/contract/media/picture-covers';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import { drawCovered } from './draw-covers.ts';
import classes from './photo-cover.module.css';
import type { LoadedPicture } from './use-loaded-picture.ts';

/** Longest side in which faces are looked for. */
const maxSidePx = 1600;

interface Props {
  picture: LoadedPicture;
  style: CoverStyle;
  onFound: (...covers: PictureCover[]) => void;
}

/** Looks for faces on the device, and says how many were found. */
export function FindFacesButton({ picture, style, onFound }: Props) {
  const { t } = useTranslation();
  const search = useAsyncAction<void, number>(async () => {
    const { findFaces } = await import('./find-faces.ts');
    const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height));
    const size = { width: picture.width * scale, height: picture.height * scale };
    const faces = await findFaces(drawCovered(picture.source, size, []), style);
    if (faces.length > 0) onFound(...faces);
    return faces.length;
  });
  function formatResult(): string {
    if (search.isPending) return t('photoCover.findingFaces');
    if (search.error) return t('photoCover.facesFailed');
    if (search.data === undefined) return t('photoCover.facesHint');
    return search.data === 0 ? t('photoCover.noFaces') : t('photoCover.facesFound', { number: search.data });
  }
  return (
    <>
      <Button
        size="md"
        variant="default"
        leftSection={<Icon icon={IconFaceId} size={18} />}
        loading={search.isPending}
        onClick={() => search.mutate()}
      >
        {t('photoCover.findFaces')}
      </Button>
      <output className={classes['found']}>{formatResult()}</output>
    </>
  );
}
