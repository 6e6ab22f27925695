/** The dialog that adds an area to a set, drawn on a map or written as coordinates. */
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { areaLimits } from '@waypost/contract/areas/area-limits';
import { type AreaFeature, listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import { type AreaSet, addAreas } from '@waypost/contract/areas/areas';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { computeAreaBounds } from '../../blocks/map-areas/area-geometry.ts';
import type { Bounds } from '../../blocks/map-canvas/map-types.ts';
import { buildExtentQuery } from '../../blocks/post-extent/post-extent.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { areaQueryKeys } from './area-query-keys.ts';
import classes from './areas.module.css';
import { OutlineField } from './outline-field.tsx';
import { useCorners } from './use-corners.ts';

const noAreas: readonly AreaFeature[] = [];
const world: Bounds = [-180, -60, 180, 75];

/** The dialog. */
export default function DrawAreaDialog({ set, onClose }: { set: AreaSet; onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [nameError, setNameError] = useState<string | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const corners = useCorners('');
  const add = useCall(addAreas, { invalidates: areaQueryKeys, onSuccess: onClose });
  const { data } = useQuery(buildEndpointQuery(listAreaOutlines, { query: { set: set.id } }));
  const [bounds, setBounds] = useState<Bounds | null>(null);
  // An empty set begins where the reports are.
  const { data: extent, isError } = useQuery(buildExtentQuery({}));
  const areas = data && computeAreaBounds(data.features);
  if (data && !bounds && (areas || extent !== undefined || isError)) setBounds(areas ?? extent ?? world);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const geometry = corners.check();
    const isNamed = name.trim() !== '';
    setNameError(isNamed ? null : t('fault.required', { label: t('areas.name') }));
    // The field is above the map, out of sight on a phone.
    if (!isNamed) nameField.current?.focus();
    if (!geometry || !isNamed) return;
    add.mutate({ params: { id: set.id }, body: { areas: [{ name: name.trim(), geometry }] } });
  };
  return (
    <FormDialog title={t('areas.draw.title')} size="md" onClose={onClose}>
      <form noValidate className={classes['fields']} onSubmit={submit}>
        <ProblemAlert text={add.error ? formatErrorMessage(add.error) : null} />
        <TextInput
          ref={nameField}
          size="md"
          required
          dir="auto"
          data-autofocus
          label={t('areas.name')}
          maxLength={areaLimits.name.max}
          value={name}
          error={nameError}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <OutlineField corners={corners} bounds={bounds} neighbors={data?.features ?? noAreas} />
        <SaveActions label={t('areas.draw.action')} onCancel={onClose} isBusy={add.isPending} />
      </form>
    </FormDialog>
  );
}
