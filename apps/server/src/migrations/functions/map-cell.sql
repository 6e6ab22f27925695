-- Locations as cells.

-- Web Mercator x and y at 2^26 with interleaved bits (Morton order): a map tile is one contiguous range of cells, and
-- a coarser grid is the number shifted right. PL/pgSQL takes 1 microsecond, nested SQL functions 20.
create function map_cell(lon double precision, lat double precision) returns bigint language plpgsql immutable strict parallel safe as $$
declare
  m double precision := radians(least(85.0511287798066, greatest(-85.0511287798066, lat)));
  x bigint := least(67108863, greatest(0,
    floor((lon - 360 * floor((lon + 180) / 360) + 180) / 360 * 67108864)))::bigint;
  y bigint := least(67108863, greatest(0,
    floor((1 - ln(tan(m) + 1 / cos(m)) / pi()) / 2 * 67108864)))::bigint;
begin
  x := (x | (x << 16)) & 281470681808895;
  y := (y | (y << 16)) & 281470681808895;
  x := (x | (x << 8)) & 71777214294589695;
  y := (y | (y << 8)) & 71777214294589695;
  x := (x | (x << 4)) & 1085102592571150095;
  y := (y | (y << 4)) & 1085102592571150095;
  x := (x | (x << 2)) & 3689348814741910323;
  y := (y | (y << 2)) & 3689348814741910323;
  x := (x | (x << 1)) & 6148914691236517205;
  y := (y | (y << 1)) & 6148914691236517205;
  return x | (y << 1);
end
$$;
