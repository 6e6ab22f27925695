/** Lists the layers that a map service offers, of which one is chosen instead of typed. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import {
  findServiceLayers,
  type ServiceLayer,
  type ServiceLayers,
} from '@waypost/contract/layers/service-layers';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage, formatFieldErrors } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import classes from './layers.module.css';

interface Props {
  type: 'tile' | 'wms';
  /** What is in the field of the address. */
  address: string;
  onChoose: (layer: ServiceLayer) => void;
  /** Why the service could not be asked. */
  onError: (text: string) => void;
}

/** An answer of the service. */
interface Listed extends ServiceLayers {
  /** The address of the service: choosing a layer writes another one into the field. */
  address: string;
  /** Text in the names of the layers; undefined for all. */
  q: string | undefined;
  /** Whether the service has more layers than an answer. */
  isSearchable: boolean;
}

/** The button, and the list that it loads. */
export function ServiceLayerChoice({ type, address, onChoose, onError }: Props) {
  const { t } = useTranslation();
  const [listed, setListed] = useState<Listed | null>(null);
  const find = useCall(findServiceLayers, {
    invalidates: [],
    onSuccess: (found, { body: { data_url, q } }) =>
      setListed((before) => ({
        ...found,
        address: data_url,
        q,
        isSearchable: q === undefined ? found.layer_count > found.layers.length : before !== null,
      })),
    onError: (error) => {
      const label = t('layers.field.address');
      onError(formatFieldErrors(error, { data_url: label })['data_url'] ?? formatErrorMessage(error));
    },
  });
  const isSearching = find.isPending && find.variables?.body.q !== undefined;
  return (
    <>
      <Button
        variant="default"
        size="md"
        loading={find.isPending && !isSearching}
        disabled={address.trim() === ''}
        onClick={() => find.mutate({ body: { type, data_url: address } })}
      >
        {t('layers.service.list')}
      </Button>
      {listed?.isSearchable && (
        <LayerSearch
          key={listed.address}
          isPending={isSearching}
          onSearch={(q) => find.mutate({ body: { type, data_url: listed.address, q } })}
        />
      )}
      {listed && <ListedLayers key={`${listed.address} ${listed.q}`} listed={listed} onChoose={onChoose} />}
    </>
  );
}

/** A search by words in the names of layers. */
function LayerSearch({ isPending, onSearch }: { isPending: boolean; onSearch: (q: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const searchByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Of the form around it.
    event.preventDefault();
    onSearch(text);
  };
  return (
    <div className={classes['search']}>
      <TextInput
        size="md"
        dir="auto"
        type="search"
        label={t('layers.service.search')}
        value={text}
        maxLength={limits.placeSearch}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={searchByEnter}
      />
      <Button variant="default" size="md" loading={isPending} onClick={() => onSearch(text)}>
        {t('layers.service.find')}
      </Button>
    </div>
  );
}

/** The layers to choose from, and what is not among them. */
function ListedLayers({ listed, onChoose }: { listed: Listed; onChoose: Props['onChoose'] }) {
  const { t, i18n } = useTranslation();
  const { layers, layer_count: total, unsupported, unsupported_count: unsupportedTotal } = listed;
  const number = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  const more = unsupportedTotal > unsupported.length ? `, … (${number.format(unsupportedTotal)})` : '';
  return (
    <>
      {layers.length > 0 && (
        <NativeSelect
          size="md"
          label={t('layers.service.choose')}
          defaultValue=""
          data={[
            { value: '', label: '–' },
            ...layers.map(({ title }, index) => ({ value: String(index), label: title })),
          ]}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            const layer = chosen === '' ? undefined : layers[Number(chosen)];
            if (layer) onChoose(layer);
          }}
        />
      )}
      <output className={classes['note']}>
        {layers.length === 0 && (
          <span>{t(listed.q ? 'layers.service.noneFound' : 'layers.service.none')}</span>
        )}
        {total > layers.length && (
          <span data-figures>{t('layers.service.listed', { listed: layers.length, total })}</span>
        )}
        {unsupported.length > 0 && (
          <span dir="auto">{t('layers.service.unsupported', { names: unsupported.join(', ') + more })}</span>
        )}
      </output>
    </>
  );
}
