/** The measured indexes: an auto-index, and static ones as sent by clients. */

export const words = 'Orders/Words';
export const mixed = 'Orders/Mixed';
export const products = 'Orders/Products';

export interface Built {
  /** Its definition, unless a query creates it. */
  readonly definition?: Readonly<Record<string, unknown>>;
  /** A query that uses it. */
  readonly query: string;
}

export const built: Readonly<Record<string, Built>> = {
  auto: {
    query:
      "from Orders where Company = 'x' and Freight > 1 and ShipTo.City = 'x' and Employee = 'x' order by OrderedAt limit 0",
  },
  fields: {
    definition: {
      Name: 'Orders/Fields',
      Maps: [
        'from order in docs.Orders select new { order.Company, order.Employee, order.OrderedAt, order.Freight, City = order.ShipTo.City }',
      ],
    },
    query: "from index 'Orders/Fields' limit 0",
  },
  js: {
    definition: {
      Name: 'Orders/Js',
      Maps: [
        "map('Orders', order => ({ Company: order.Company, Employee: order.Employee, OrderedAt: order.OrderedAt, Freight: order.Freight, City: order.ShipTo.City }))",
      ],
    },
    query: "from index 'Orders/Js' limit 0",
  },
  'js-computed': {
    definition: {
      Name: 'Orders/JsComputed',
      Maps: [
        "map('Orders', order => ({ Company: order.Company, Year: order.OrderedAt.substring(0, 4), Total: order.Lines.reduce((sum, line) => sum + line.Quantity * line.PricePerUnit, 0) }))",
      ],
    },
    query: "from index 'Orders/JsComputed' limit 0",
  },
  words: {
    definition: {
      Name: words,
      Maps: [
        'from order in docs.Orders select new { Street = order.ShipTo.Line1, Place = CreateSpatialField(order.ShipTo.Location.Latitude, order.ShipTo.Location.Longitude) }',
      ],
      Fields: { Street: { Indexing: 'Search' } },
    },
    query: `from index '${words}' limit 0`,
  },
  mixed: {
    definition: {
      Name: mixed,
      Maps: [
        'from order in docs.Orders select new { order.Company, order.Employee, order.OrderedAt, order.Freight, City = order.ShipTo.City, Street = order.ShipTo.Line1 }',
      ],
      Fields: { Street: { Indexing: 'Search' } },
    },
    query: `from index '${mixed}' limit 0`,
  },
  'mixed-js': {
    definition: {
      Name: 'Orders/MixedJs',
      Maps: [
        "map('Orders', order => ({ Company: order.Company, Employee: order.Employee, OrderedAt: order.OrderedAt, Freight: order.Freight, City: order.ShipTo.City, Street: order.ShipTo.Line1 }))",
      ],
      Fields: { Street: { Indexing: 'Search' } },
    },
    query: "from index 'Orders/MixedJs' limit 0",
  },
  array: {
    definition: {
      Name: products,
      Maps: ['from order in docs.Orders select new { Products = order.Lines.Select(line => line.Product) }'],
    },
    query: `from index '${products}' limit 0`,
  },
};
