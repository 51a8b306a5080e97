select 1
-- new comment
from t;
