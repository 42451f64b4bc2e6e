// Applies the operations of RFC 6902 in `args.Operations` to the document `this`.
const fail = (operation, reason) => {
  throw new Error(`JSON patch: '${operation.op}' of '${operation.path}': ${reason}`);
};
const segmentsOf = (pointer) =>
  (pointer.startsWith('/') ? pointer.slice(1) : pointer)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
const isContainer = (value) => typeof value === 'object' && value !== null;
const has = (container, key) => Object.prototype.hasOwnProperty.call(container, key);
const placeOf = (root, pointer, operation) => {
  const segments = segmentsOf(pointer);
  const key = segments.pop();
  let container = root;
  for (const segment of segments) {
    if (!isContainer(container) || !has(container, segment))
      fail(operation, `there is no '${segment}' on the way.`);
    container = container[segment];
  }
  if (!isContainer(container)) fail(operation, 'its parent is neither an object nor an array.');
  return { container, key };
};
const indexOf = (array, key, most, operation) => {
  const index = /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : -1;
  if (index < 0 || index > most) fail(operation, `the array has no place '${key}'.`);
  return index;
};
const valueAt = ({ container, key }, operation) => {
  if (Array.isArray(container)) return container[indexOf(container, key, container.length - 1, operation)];
  if (!has(container, key)) fail(operation, 'there is nothing.');
  return container[key];
};
const insert = ({ container, key }, value, operation) => {
  if (!Array.isArray(container)) container[key] = value;
  else if (key === '-') container.push(value);
  else container.splice(indexOf(container, key, container.length, operation), 0, value);
};
const remove = (place, operation) => {
  const value = valueAt(place, operation);
  if (Array.isArray(place.container)) place.container.splice(Number(place.key), 1);
  else delete place.container[place.key];
  return value;
};
const copyOf = (value) => {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]));
};
const same = (one, other) => {
  if (!isContainer(one) || !isContainer(other)) return one === other;
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => has(other, name) && same(one[name], other[name]))
  );
};
for (const operation of args.Operations) {
  const place = placeOf(this, operation.path, operation);
  switch (operation.op) {
    case 'add':
      insert(place, operation.value, operation);
      break;
    case 'remove':
      remove(place, operation);
      break;
    case 'replace':
      valueAt(place, operation);
      place.container[place.key] = operation.value;
      break;
    case 'move':
      insert(place, remove(placeOf(this, operation.from, operation), operation), operation);
      break;
    case 'copy':
      insert(place, copyOf(valueAt(placeOf(this, operation.from, operation), operation)), operation);
      break;
    default:
      if (!same(valueAt(place, operation), operation.value)) fail(operation, 'the value is another one.');
  }
}
