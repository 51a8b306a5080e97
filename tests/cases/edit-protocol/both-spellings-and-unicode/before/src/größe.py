GRÖSSE = "groß"  # 尺寸
FARBE = "🟧🟧🟧"
