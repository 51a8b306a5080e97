const initialState = {
  columns: [],
  items: {},
  error: null,
};

function removeFromAll(columns, itemId) {
  return columns.map((column) => ({
    ...column,
    itemIds: column.itemIds.filter((id) => id !== itemId),
  }));
}

export default function boardReducer(state = initialState, action) {
  switch (action.type) {
    case 'board/loaded':
      return { ...state, columns: action.columns, items: action.items, error: null };

    case 'items/added': {
      const columns = state.columns.map((column) =>
        column.id === action.columnId
          ? { ...column, itemIds: [...column.itemIds, action.item.id] }
          : column,
      );
      return {
        ...state,
        columns,
        items: { ...state.items, [action.item.id]: action.item },
      };
    }

    case 'items/archived': {
      const columns = removeFromAll(state.columns, action.itemId);
      const target = columns.find((column) => column.id === action.columnId);
      target.itemIds.push(action.itemId);
      return { ...state, columns };
    }

    case 'items/renamed':
      return {
        ...state,
        items: {
          ...state.items,
          [action.itemId]: { ...state.items[action.itemId], title: action.title },
        },
      };

    case 'items/moved': {
      const columns = removeFromAll(state.columns, action.itemId);
      const target = columns.find((column) => column.id === action.columnId);
      target.itemIds.push(action.itemId);
      return { ...state, columns };
    }

    case 'items/removed': {
      const { [action.itemId]: removed, ...items } = state.items;
      return { ...state, items, columns: removeFromAll(state.columns, action.itemId) };
    }

    case 'board/failed':
      return { ...state, error: action.error };

    default:
      return state;
  }
}
